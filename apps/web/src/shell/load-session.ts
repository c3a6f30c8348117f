import { programNo, userInfo } from '@jipei/contract/auth/auth.ts'
import { topMenu } from '@jipei/contract/auth/menu.ts'
import { loadAuthMenuList, loadButtonScope } from '@jipei/contract/auth/system-service.ts'
import { invoke } from '../core/call-client.ts'
import { getSession, setMenus, updateInfo } from '../core/session.ts'

/**
 * Loads what the user may see and do: his data afresh (unless they came with the sign-in), menus, top menus, button rights.
 * @throws CallError when the server does not answer
 */
export async function loadSession(): Promise<void> {
  const options = { silent: true }
  const { info: known, fresh } = getSession()
  const [info, menus, topMenus, buttons] = await Promise.all([
    fresh && known ? known : invoke(userInfo, undefined, options),
    invoke(loadAuthMenuList, { programNo, isPaging: '0' }, options),
    invoke(topMenu, undefined, options),
    invoke(loadButtonScope, { programNo }, options),
  ])
  if (!getSession().info) return
  updateInfo(info)
  setMenus(menus.records, topMenus, Object.fromEntries(buttons.actionList.map((key) => [key, true])))
}
