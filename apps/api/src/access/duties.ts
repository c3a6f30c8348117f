import { type RoleAlias, roleAliases } from '@jipei/contract/core/roles.ts'
import { machines } from '@jipei/contract/machines.ts'
import { defaultPermissions } from '../core/default-rights.ts'
import { incompatible } from './incompatible-roles.ts'

const keysByRole = new Map(roleAliases.map((alias): [RoleAlias, ReadonlySet<string>] => [alias, new Set(defaultPermissions(alias, machines))]))
const isKeyOf = (alias: RoleAlias, key: string): boolean => keysByRole.get(alias)?.has(key) ?? false
/** Applying for one's own leave does not count: even the leader may, who only reads. */
const changes = (key: string): boolean => !/_(view|export)$/.test(key) && !isKeyOf('leader', key)

const workers: readonly RoleAlias[] = ['clerk', 'firstReviewer', 'secondReviewer', 'finance']
/** Of the system administrator's own keys only these make somebody an administrator. */
export const administration: readonly string[] = ['user_add', 'user_edit', 'role_add', 'role_edit']

/** For each key that is a duty the built-in roles that have it: who holds the key does the work of one of them. */
const duties = new Map(
  workers
    .flatMap((alias) => [...(keysByRole.get(alias) ?? [])].filter(changes))
    .concat(administration)
    .map((key): [string, readonly string[]] => [key, roleAliases.filter((alias) => isKeyOf(alias, key))]),
)

/**
 * Whether roles and keys that somebody holds together make up duties which exclude each other (who checks, pays, administers or
 * audits must not be one person). A role counts by its keys too, since giving it another name must not hide what it does: a key stands for any of the
 * roles that have it, so it clashes where every one of them would.
 */
export function dutiesClash(aliases: readonly string[], permissions: ReadonlySet<string>): boolean {
  if (aliases.includes('auditor') && [...permissions].some(changes)) return true
  const byKeys = new Map<string, readonly string[]>()
  for (const key of permissions) {
    const holders = duties.get(key)
    if (holders) byKeys.set(holders.join(), holders)
  }
  const held: (readonly string[])[] = [...aliases.map((alias) => [alias]), ...byKeys.values()]
  return held.some((one, at) => held.slice(at + 1).some((other) => one.every((a) => other.every((b) => incompatible([a, b])))))
}
