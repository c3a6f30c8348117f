import { programNo, userInfo } from "@jipei/contract/auth/auth.ts";
import type { SessionInfo } from "@jipei/contract/auth/auth.ts";
import { topMenu } from "@jipei/contract/auth/menu.ts";
import { loadAuthMenuList, loadButtonScope } from "@jipei/contract/auth/own-rights.ts";
import { invoke, resumeSession } from "../../core/api/call-client.ts";
import { CallError } from "../../core/api/call-error.ts";
import { getSession, needsSecondFactor, needsNewPassword, setMenus, updateInfo } from "../../core/session/session.ts";

/** Users who have yet to choose a password or to set up a second factor have neither menus nor permissions until then. */
function nothingYet(info: SessionInfo): void {
  updateInfo(info);
  setMenus([], [], {});
}

const required: ReadonlySet<string> = new Set(["PASSWORD_REQUIRED", "FACTOR_REQUIRED"]);

/**
 * Loads what the user may see and do: their data afresh (unless they came with the sign-in), menus, top menus, button rights.
 * @throws CallError when the server does not answer
 */
export async function loadSession(): Promise<void> {
  const options = { silent: true };
  await resumeSession();
  const { info: known, fresh } = getSession();
  if (fresh && known && (needsNewPassword(known) || needsSecondFactor(known))) return nothingYet(known);
  const all = await Promise.all([
    fresh && known ? known : invoke(userInfo, undefined, options),
    invoke(loadAuthMenuList, { programNo, isPaging: "0" }, options),
    invoke(topMenu, undefined, options),
    invoke(loadButtonScope, { programNo }, options),
  ]).catch(async (error: unknown) => {
    if (!(error instanceof CallError) || !required.has(error.errorCode)) throw error;
    nothingYet(await invoke(userInfo, undefined, options));
    return null;
  });
  if (!all || !getSession().info) return;
  const [info, menus, topMenus, buttons] = all;
  // Menus first: a user who has just set up what was missing then gets the product with its menus.
  setMenus(menus.records, topMenus, Object.fromEntries(buttons.actionList.map((key) => [key, true])));
  updateInfo(info);
}
