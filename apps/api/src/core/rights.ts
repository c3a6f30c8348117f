import type { RoleAlias } from '@jipei/contract/core/roles.ts'
import type pg from 'pg'

export interface Rights {
  /** Aliases in the order of the roles: the main role first. */
  roles: readonly RoleAlias[]
  permissions: ReadonlySet<string>
}

interface Known {
  version: string
  roles: readonly { id: string; alias: string; permissions: readonly string[] }[]
  /** Rights of a set of roles, made once. */
  sets: Map<string, Rights>
}

/**
 * What roles may do, kept in memory. A number in the database rises with every change of it; whoever reads a user reads that number too
 * and hands it in, so that a change acts on the next call of every node.
 */
export function createRights(pool: pg.Pool): (version: string, roleIds: readonly string[]) => Promise<Rights> {
  let known: Promise<Known> | undefined
  const current = async (version: string): Promise<Known> => {
    const have = known && (await known)
    if (have?.version === version) return have
    const loading = load(pool)
    known = loading
    loading.catch(() => {
      if (known === loading) known = undefined
    })
    return loading
  }
  return async (version, roleIds) => {
    const { roles, sets } = await current(version)
    const key = roleIds.join(',')
    let rights = sets.get(key)
    if (!rights) {
      const held = roles.filter((role) => roleIds.includes(role.id))
      rights = { roles: held.map((role) => role.alias as RoleAlias), permissions: new Set(held.flatMap((role) => role.permissions)) }
      sets.set(key, rights)
    }
    return rights
  }
}

async function load(pool: pg.Pool): Promise<Known> {
  const { rows } = await pool.query<{ version: string; id: string; alias: string; permissions: string[] }>(
    `select (select version from access_version) as version, r.id, r.role_alias as alias,
       array(select permission from role_permission p where p.role_id = r.id) as permissions
     from role r where r.is_deleted = 0 order by r.sort, r.id`,
  )
  return { version: rows[0]?.version ?? '0', roles: rows, sets: new Map() }
}
