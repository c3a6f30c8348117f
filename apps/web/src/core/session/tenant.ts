import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { getStore, setStore } from "./storage.ts";

/** The tenant of calls without a token: of the last sign-in, or named on the login page or by the address. */
export const chosenTenant = (): string => getStore<string>({ name: "tenantId" }) ?? installation;

export const chooseTenant = (tenantId: string): void => setStore({ name: "tenantId", content: tenantId });

/** Whether it could be the number of a tenant. */
export const isTenantId = (text: string): boolean => /^\d{6}$/.test(text);

/** An address may name the tenant, as those printed on certificates do. */
export function chooseTenantOfAddress(): void {
  const named = new URLSearchParams(window.location.search).get("tenantId");
  if (named && isTenantId(named)) chooseTenant(named);
}

/** Sets the tenant of calls without a token. */
export const tenantHeader = (): Record<string, string> =>
  chosenTenant() === installation ? {} : { "Tenant-Id": chosenTenant() };
