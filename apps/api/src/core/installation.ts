import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { Actor } from "./actor.ts";
import { Refusal } from "./refusal.ts";
import type { Scope } from "./rows.ts";
import { everything, nothing } from "./sql.ts";

/** What there is once, whatever the number of tenants: the tenants themselves, the set-up, connections to databases, the making of source code. */
const paths = ["/api/blade-system/tenant/", "/api/blade-system/setup/", "/api/blade-develop/"];

/** The resources of those calls: their rights are not brought to a tenant, where they could not be used. */
export const installationResources = ["tenant", "setup", "datasource", "code"] as const;

/** Whether a call belongs to those who run the installation; in a tenant nobody may make it, whatever rights he holds. */
export const isOfTheInstallation = (path: string): boolean => paths.some((one) => path.startsWith(one));

/** Whether the actor works in the installation's own schema and belongs to it. */
export const runsTheInstallation = (actor: Actor): boolean =>
  actor.house === installation && actor.tenantId === installation;

/** What belongs to the installation: administrators of tenants neither see nor use it. */
export const installationRows: Scope = (actor) => (runsTheInstallation(actor) ? everything : nothing);

/** @throws ROLE_DENIED */
export function mustRunTheInstallation(actor: Actor): void {
  if (!runsTheInstallation(actor)) throw new Refusal("ROLE_DENIED");
}
