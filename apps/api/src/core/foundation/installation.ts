import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { Actor } from "./actor.ts";
import { Refusal } from "./refusal.ts";
import type { Scope } from "../database/rows.ts";
import { everything, nothing } from "../database/sql.ts";

/** Paths of what exists once, whatever the number of tenants: the tenants themselves, the set-up, data sources, the code generator. */
const paths = ["/api/blade-system/tenant/", "/api/blade-system/setup/", "/api/blade-develop/"];

/** The resources of those calls. Their rights are not created in tenants, where they could not be used. */
export const installationResources = ["tenant", "setup", "datasource", "code"] as const;

/** Whether a call is only for those who run the installation. In a tenant nobody may make it, whatever their rights. */
export const isOfTheInstallation = (path: string): boolean => paths.some((one) => path.startsWith(one));

/** Whether the actor works in the installation's own schema and belongs to it. */
export const runsTheInstallation = (actor: Actor): boolean =>
  actor.tenantOwner === installation && actor.tenantId === installation;

/** For rows that belong to the installation: administrators of tenants neither see nor use them. */
export const installationRows: Scope = (actor) => (runsTheInstallation(actor) ? everything : nothing);

/** @throws ROLE_DENIED */
export function assertRunsTheInstallation(actor: Actor): void {
  if (!runsTheInstallation(actor)) throw new Refusal("ROLE_DENIED");
}
