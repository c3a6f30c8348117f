import { userInfo } from '@jipei/contract/auth/auth.ts'
import { menuButtons, menuRoutes, topMenu } from '@jipei/contract/auth/menu.ts'
import { invoke } from '../core/call-client.ts'
import { getSession, setMenus, updateInfo } from '../core/session.ts'

interface Button {
  code: string
  children?: Button[]
}

/** Codes of the leaves: a branch is a menu, not a right. */
const leafCodes = (buttons: readonly Button[]): string[] =>
  buttons.flatMap((one) => (one.children ? leafCodes(one.children) : [one.code]))

/**
 * Loads what the user may see and do: his data afresh, menus, top menus, button rights.
 * @throws CallError when the server does not answer
 */
export async function loadSession(): Promise<void> {
  const options = { silent: true }
  const [info, menus, topMenus, buttons] = await Promise.all([
    invoke(userInfo, undefined, options),
    invoke(menuRoutes, {}, options),
    invoke(topMenu, undefined, options),
    invoke(menuButtons, undefined, options),
  ])
  if (!getSession().info) return
  updateInfo(info)
  setMenus(menus, topMenus, Object.fromEntries(leafCodes(buttons).map((code) => [code, true])))
}
