import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { getStore, setStore } from "./storage.ts";

/** The tenant whom calls without a token are meant for: of the last sign-in, or named on the login page or by the address. */
export const chosenTenant = (): string => getStore<string>({ name: "tenantId" }) ?? installation;

export const chooseTenant = (tenantId: string): void => setStore({ name: "tenantId", content: tenantId });

/** Whether it could be the number of a tenant. */
export const isTenantId = (text: string): boolean => /^\d{6}$/.test(text);

/** An address may name the tenant, as those that stand on certificates do. */
export function chooseTenantOfAddress(): void {
  const named = new URLSearchParams(window.location.search).get("tenantId");
  if (named && isTenantId(named)) chooseTenant(named);
}

/** Says whom a call without a token is meant for. */
export const tenantHeader = (): Record<string, string> =>
  chosenTenant() === installation ? {} : { "Tenant-Id": chosenTenant() };
