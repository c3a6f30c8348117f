import { programNo, userInfo } from "@jipei/contract/auth/auth.ts";
import type { SessionInfo } from "@jipei/contract/auth/auth.ts";
import { topMenu } from "@jipei/contract/auth/menu.ts";
import { loadAuthMenuList, loadButtonScope } from "@jipei/contract/auth/system-service.ts";
import { invoke, resumeSession } from "../core/call-client.ts";
import { CallError } from "../core/call-error.ts";
import { getSession, owesFactor, owesPassword, setMenus, updateInfo } from "../core/session.ts";

/** Who owes a password of his own, or a second factor, has neither menus nor rights until then. */
function nothingYet(info: SessionInfo): void {
  updateInfo(info);
  setMenus([], [], {});
}

const owing: ReadonlySet<string> = new Set(["PASSWORD_REQUIRED", "FACTOR_REQUIRED"]);

/**
 * Loads what the user may see and do: his data afresh (unless they came with the sign-in), menus, top menus, button rights.
 * @throws CallError when the server does not answer
 */
export async function loadSession(): Promise<void> {
  const options = { silent: true };
  await resumeSession();
  const { info: known, fresh } = getSession();
  if (fresh && known && (owesPassword(known) || owesFactor(known))) return nothingYet(known);
  const all = await Promise.all([
    fresh && known ? known : invoke(userInfo, undefined, options),
    invoke(loadAuthMenuList, { programNo, isPaging: "0" }, options),
    invoke(topMenu, undefined, options),
    invoke(loadButtonScope, { programNo }, options),
  ]).catch(async (error: unknown) => {
    if (!(error instanceof CallError) || !owing.has(error.errorCode)) throw error;
    nothingYet(await invoke(userInfo, undefined, options));
    return null;
  });
  if (!all || !getSession().info) return;
  const [info, menus, topMenus, buttons] = all;
  // Menus first: who has just set up what he owed is shown the product with them.
  setMenus(menus.records, topMenus, Object.fromEntries(buttons.actionList.map((key) => [key, true])));
  updateInfo(info);
}
