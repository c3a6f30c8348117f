import { User, userCalls } from '@jipei/contract/users/user.ts'
import { fault } from '@jipei/contract/core/fault.ts'
import { sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import type { Db, Tx } from '../core/db.ts'
import type { CellFault, RowFault, Values } from '../core/excel/importer.ts'
import { importer } from '../core/excel/importer.ts'
import type { Stage } from '../core/excel/import-stage.ts'
import { writeAudit } from '../core/audit.ts'
import { hashPassword, randomPassword } from '../core/password.ts'
import { Refusal } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'
import { sendSms } from '../notices/notices.queries.ts'
import { type RoleFacts, mustBeGrantable, rolesById } from './user.roles.ts'
import { isReserved } from './users.queries.ts'

interface Context {
  actor: Actor
  roles: ReadonlyMap<string, RoleFacts>
}

/** Every user gets a password of his own, and hashing takes its time. */
const mostRows = 1000

/** Users of the bureau from a workbook, each with department, roles and a first password by SMS. */
export const userImporter = importer<object, Context>({
  entity: User,
  calls: userCalls.import,
  maxRows: mostRows,
  columns: [
    { field: 'account', synonyms: ['登录账号', '用户名'], example: 'zhangsan' },
    { field: 'realName', synonyms: ['姓名'], example: '张三' },
    { field: 'name', needed: false },
    { field: 'phone', synonyms: ['手机号', '手机号码', '电话', '联系电话'], example: '13800000000', needed: true },
    { field: 'deptId', synonyms: ['部门', '部门名称'], example: '培训科', needed: true, resolve: departmentsByName },
    { field: 'postId', synonyms: ['岗位名称'], resolve: async (db, texts) => idsByName(await sql<Named>`select id, post_name as name from post where is_deleted = 0 and post_name = any(${[...texts]})`.execute(db)) },
    { field: 'roleName', synonyms: ['角色名称', '所属角色'], example: '培训科经办', needed: true },
    { field: 'email' },
    { field: 'sex' },
    { field: 'birthday' },
    { field: 'code' },
    { field: 'remark' },
  ],
  derived: ['name'],
  unique: ['account', 'phone'],
  async prepare(db, actor) {
    if (actor.audience !== 'bureau') throw new Refusal('ROLE_DENIED')
    const { rows } = await sql<RoleFacts>`select r.id, r.role_alias as alias, r.role_name as name, array(select permission from role_permission where role_id = r.id) as permissions
      from role r where r.tenant_id = ${actor.tenantId} and r.is_deleted = 0`.execute(db)
    return { actor, roles: new Map(rows.flatMap((role) => [[role.name, role] as const, [role.alias, role] as const])) }
  },
  check,
  verify,
  write,
})

interface Named {
  id: string
  name: string
}
const idsByName = ({ rows }: { rows: readonly Named[] }) => new Map(rows.map(({ id, name }) => [name, id]))

/** Departments by their name; a name that several have is not read. */
async function departmentsByName(db: Db, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return idsByName(await sql<Named>`select min(id)::text as id, org_name as name from department where is_deleted = 0 and org_name = any(${[...texts]}) group by org_name having count(*) = 1`.execute(db))
}

const namesIn = (text: unknown): string[] => String(text ?? '').split(/[、,，;；]/).map((name) => name.trim()).filter(Boolean)

function check(values: Values, { actor, roles }: Context): CellFault[] {
  values['name'] ??= values['realName']
  const found: CellFault[] = []
  if (isReserved(String(values['account']))) found.push({ field: 'account', fault: fault('ACCOUNT_DUP', '账号已存在', 'The account exists') })
  const names = namesIn(values['roleName'])
  const unknown = names.find((name) => !roles.has(name))
  if (unknown) return [...found, { field: 'roleName', fault: fault('NO_ROLE', `没有角色“${unknown}”`, `There is no role “${unknown}”`) }]
  const chosen = [...new Set(names.map((name) => roles.get(name) as RoleFacts))]
  try {
    mustBeGrantable(actor, chosen, 'bureau')
  } catch {
    found.push({ field: 'roleName', fault: fault('ROLE_DENIED', '这些角色不能授予同一人，或您无权授予', 'One person may not hold these roles, or you may not grant them') })
  }
  // As they are written: ids.
  values['roleName'] = chosen.map(({ id }) => id).join(',')
  return found
}

/** Accounts and phones that others have. */
async function verify(tx: Tx): Promise<{ existing: number; faults: readonly RowFault[] }> {
  const taken = await sql<{ line: number }>`select s.line from import_stage s where exists (select from app_user u where lower(u.account) = lower(s.account) and u.is_deleted = 0)
    or exists (select from import_stage o where lower(o.account) = lower(s.account) and o.line < s.line) order by 1`.execute(tx)
  const phones = await sql<{ line: number }>`select s.line from import_stage s where exists (select from app_user u where u.phone_hash = s.phone_hash and u.is_deleted = 0 and u.status = '1' and u.login_type = '0') order by 1`.execute(tx)
  return {
    existing: 0,
    faults: [
      ...taken.rows.map(({ line }) => ({ row: line, field: 'account', fault: fault('ACCOUNT_DUP', '账号已存在', 'The account exists') })),
      ...phones.rows.map(({ line }) => ({ row: line, field: 'phone', fault: fault('PHONE_DUP', '手机号码已被其他用户使用', 'Another user has this phone') })),
    ],
  }
}

/** Columns of a stage that are columns of the table as well. */
const columnsOf = (stage: Stage) => stage.columns.filter((name) => name !== 'roleName')

async function write(tx: Tx, actor: Actor, stage: Stage, _context: Context, app: Services): Promise<{ inserted: number; updated: number; unchanged: number }> {
  const { rows } = await sql<Record<string, string | null> & { line: number; roleName: string }>`select * from import_stage order by line`.execute(tx)
  for (const row of rows) {
    const roles = await rolesById(tx, actor, row.roleName.split(','))
    mustBeGrantable(actor, roles, 'bureau')
    const password = randomPassword()
    const values = Object.fromEntries(columnsOf(stage).map((name) => [name, row[name]]))
    const { id } = await tx
      .insertInto('appUser')
      .values({ ...values, tenantId: actor.tenantId, loginType: '0', status: '1', audience: 'bureau', passwordHash: await hashPassword(password), passwordTime: sql`now()`, mustChange: 1, createUser: actor.userId, createDept: actor.deptId, updateUser: actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into user_role (user_id, role_id) select ${id}::bigint, unnest(${roles.map((role) => role.id)}::bigint[])`.execute(tx)
    await writeAudit(tx, actor, [{ bizType: 'User', bizId: id, action: 'create', after: { account: row['account'], roles: roles.map(({ alias }) => alias) } }])
    await sendSms(tx, app, { template: 'ACCOUNT_NEW', phone: app.cipher.decrypt(row['phone'] as string), params: { account: row['account'] as string, password }, bizType: 'User', bizId: id })
  }
  return { inserted: rows.length, updated: 0, unchanged: 0 }
}
