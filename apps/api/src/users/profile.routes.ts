import { maxAvatarBytes, uploadTypes } from '@jipei/contract/core/upload-rules.ts'
import { profile, profileFields, updatePassword, updateProfile } from '@jipei/contract/users/profile.ts'
import { User } from '@jipei/contract/users/user.ts'
import { sql } from 'kysely'
import type { Actor } from '../core/actor.ts'
import { writeAudit } from '../core/audit.ts'
import type { Db, Tx } from '../core/db.ts'
import { shareFile } from '../core/files.ts'
import { type Route, reads, writes, writesPrepared } from '../core/implement.ts'
import { Refusal, invalidField } from '../core/refusal.ts'
import type { Services } from '../core/services.ts'
import type { ValueOfShape } from '@jipei/contract/core/shape.ts'
import { openedPassword } from '../core/password.ts'
import { mustHavePhoneAlone } from './user.phone.ts'
import { changePassword, limitPasswordTries } from './users.queries.ts'

/** What a user does with his own row. */
export const profileRoutes: readonly Route[] = [
  reads(profile, (db, actor, _input, app) => ownProfile(db, actor, app)),
  writes(updateProfile, saveProfile),
  writesPrepared(updatePassword, limitPasswordTries, async (tx, actor, { oldPassword, newPassword, newPassword1 }, app) => {
    const chosen = openedPassword(app.keys, newPassword, 'newPassword')
    if (chosen !== openedPassword(app.keys, newPassword1, 'newPassword1')) throw invalidField('newPassword1', '确认密码', 'Repeat new password', '两次密码输入不一致', 'the two passwords differ')
    await changePassword(tx, actor, actor.userId, openedPassword(app.keys, oldPassword, 'oldPassword'), chosen)
  }),
]

async function ownProfile(db: Db, actor: Actor, app: Services) {
  const { phone, ...row } = await db.selectFrom('appUser').select(['account', 'avatar', 'name', 'realName', 'phone', 'email']).where('id', '=', actor.userId).executeTakeFirstOrThrow()
  return { ...row, phone: phone === null ? null : app.cipher.decrypt(phone) }
}

/** A student proved name and phone when he registered; both sign in and certificates hang on them, and only the bureau corrects them. */
function mustKeepProven(actor: Actor, before: { realName: string; phone: string | null }, { realName, phone }: Input): void {
  if (!actor.accountId) return
  const field = realName !== before.realName ? profileFields.realName : phone !== before.phone ? profileFields.phone : null
  if (field) throw new Refusal('FIELD_FROZEN', { field: { zh: field.zh, en: field.en } })
}

type Input = Awaited<ReturnType<typeof ownProfile>>

async function saveProfile(tx: Tx, actor: Actor, changes: ValueOfShape<typeof updateProfile.input>, app: Services): Promise<void> {
  const before = await ownProfile(tx, actor, app)
  const { id: _own, ...said } = changes
  const input: Input = { ...before, ...said }
  mustKeepProven(actor, before, input)
  const { avatar, name, realName, phone, email } = input
  const phoneHash = phone === null ? null : app.cipher.hash(phone)
  if (phone !== before.phone) {
    const { loginType } = await tx.selectFrom('appUser').select('loginType').where('id', '=', actor.userId).executeTakeFirstOrThrow()
    await mustHavePhoneAlone(tx, { id: actor.userId, loginType, phoneHash })
  }
  if (avatar !== before.avatar) await usePicture(tx, actor, avatar)
  await tx
    .updateTable('appUser')
    .set({
      avatar,
      name,
      realName,
      phone: phone === null ? null : app.cipher.encrypt(phone),
      phoneHash,
      email,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', actor.userId)
    .execute()
  await writeAudit(tx, actor, [{ bizType: 'User', bizId: actor.userId, action: 'updateInfo', before: { name: before.name, realName: before.realName }, after: { name, realName } }])
}

/** Ties an own upload to the user as his picture, in place of the last one. @throws ATTACH_NOT_OWN, FILE_FORMAT, FILE_TOO_LARGE */
async function usePicture(tx: Tx, actor: Actor, link: string | null): Promise<void> {
  await sql`delete from attachment_use where biz_type = ${User.name} and biz_id = ${actor.userId} and field = 'avatar'`.execute(tx)
  if (link === null) return
  const file = await tx
    .selectFrom('attachment')
    .select(['id', 'fileType', 'fileSize'])
    .where('attLink', '=', link)
    .where('createUser', '=', actor.userId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!file) throw new Refusal('ATTACH_NOT_OWN')
  if (!uploadTypes.avatar.includes(file.fileType)) throw new Refusal('FILE_FORMAT', { types: uploadTypes.avatar.join('/') })
  if (Number(file.fileSize) > maxAvatarBytes) throw new Refusal('FILE_TOO_LARGE')
  await shareFile(tx, file.id, User, actor.userId, 'avatar')
}
