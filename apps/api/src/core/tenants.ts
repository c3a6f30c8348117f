import type { Services } from "./services.ts";

/** The further tenants, for the installation's own services: theirs have none, and neither has an installation without tenant mode. */
export interface Tenants {
  /** Address of the database that holds their schemas. */
  url: string;
  /** The services of a tenant whose schema is there, whatever its state. Made once and kept. */
  services(tenantId: string): Promise<Services>;
  /** Brings what the software brings to every schema: lists, roles, menus. @param app of the tenant */
  seed(app: Services): Promise<void>;
}
