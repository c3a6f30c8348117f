/** The further tenants of an installation in tenant mode. Only the services of the installation have them. */
export interface Tenants<Services> {
  /** Address of the database that holds their schemas. */
  url: string;
  /** The services of a tenant whose schema exists, whatever its state. Created once and cached. */
  services(tenantId: string): Promise<Services>;
  /** Seeds the data that every schema needs: lists, roles, menus. @param app services of the tenant */
  seed(app: Services): Promise<void>;
}
