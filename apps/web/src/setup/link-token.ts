import { setupPath, tenantOfLink } from "@jipei/contract/setup/setup-path.ts";
import { chooseTenant } from "../core/session/tenant.ts";

const kept = "setup-token";

/**
 * The token of the set-up address that was opened. It leaves the address bar at once and stays with this tab, so that a reload continues
 * and neither the history nor a copied address holds it.
 */
export function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    sessionStorage.setItem(kept, token);
    const tenantId = tenantOfLink(token);
    // Whoever becomes administrator there signs in there.
    if (tenantId) chooseTenant(tenantId);
    history.replaceState(history.state, "", setupPath);
  }
  return sessionStorage.getItem(kept);
}

/** The token was used up, or is not valid. */
export const dropToken = (): void => sessionStorage.removeItem(kept);
