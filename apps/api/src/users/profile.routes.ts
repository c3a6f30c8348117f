import { maxAvatarBytes, uploadTypes } from "@jipei/contract/core/upload-rules.ts";
import {
  phoneCode,
  phoneProof,
  profile,
  profileFields,
  provePhone,
  updatePassword,
  updateProfile,
} from "@jipei/contract/users/profile.ts";
import { User } from "@jipei/contract/users/user.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import type { Db, Tx } from "../core/db.ts";
import { openable, shareFile } from "../core/files.ts";
import { type Route, reads, writesPrepared } from "../core/implement.ts";
import { mask } from "../core/mask.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import type { ValueOfShape } from "@jipei/contract/core/shape.ts";
import { openedPassword } from "../core/password.ts";
import { limitCodeCalls, sendCode, useCode } from "../notices/notices.queries.ts";
import { markPhoneProven, mustHavePhoneAlone, tellOldPhone } from "./user.phone.ts";
import { changePassword, isPasswordOf, limitPasswordTries } from "./users.queries.ts";

/** What a user does with his own row. */
export const profileRoutes: readonly Route[] = [
  reads(profile, (db, actor, _input, app) => ownProfile(db, actor, app)),
  writesPrepared(updateProfile, proveOwner, saveProfile),
  writesPrepared(
    phoneCode,
    (app, _actor, _input, request) => limitCodeCalls(app, request.ip),
    (tx, _actor, { telephone }, app) => sendCode(tx, app, "phone", telephone),
  ),
  writesPrepared(provePhone, (app, actor, { password }) => provePassword(app, actor, password), proveOwnPhone),
  writesPrepared(
    updatePassword,
    limitPasswordTries,
    async (tx, actor, { oldPassword, newPassword, newPassword1 }, app) => {
      const chosen = openedPassword(app.keys, newPassword, "newPassword");
      if (chosen !== openedPassword(app.keys, newPassword1, "newPassword1"))
        throw invalidField(
          "newPassword1",
          "确认密码",
          "Repeat new password",
          "两次密码输入不一致",
          "the two passwords differ",
        );
      await changePassword(tx, app, actor, actor.userId, openedPassword(app.keys, oldPassword, "oldPassword"), chosen);
    },
  ),
];

async function ownProfile(db: Db, actor: Actor, app: Services) {
  const { phone, ...row } = await db
    .selectFrom("appUser")
    .select(["account", "avatar", "name", "realName", "phone", "phoneProven", "email"])
    .where("id", "=", actor.userId)
    .executeTakeFirstOrThrow();
  return { ...row, phone: phone === null ? null : app.cipher.decrypt(phone) };
}

/** A student proved name and phone when he registered; both sign in and certificates hang on them, and only the bureau corrects them. */
function mustKeepProven(
  actor: Actor,
  before: { realName: string; phone: string | null },
  { realName, phone }: Input,
): void {
  if (!actor.accountId) return;
  const field =
    realName !== before.realName ? profileFields.realName : phone !== before.phone ? profileFields.phone : null;
  if (field) throw new Refusal("FIELD_FROZEN", { field: { zh: field.zh, en: field.en } });
}

type Input = Awaited<ReturnType<typeof ownProfile>>;
type Changes = ValueOfShape<typeof updateProfile.input>;

/** @throws FIELD_INVALID naming what proves another number */
const wrongProof = (name: keyof typeof phoneProof, zh: string, en: string) =>
  invalidField(name, phoneProof[name].zh, phoneProof[name].en, zh, en);

/**
 * A phone signs in, so that whoever finds a session open must not put his own in its place: another number needs the password. Each try counts, outside
 * of the transaction.
 * @throws FIELD_INVALID, RATE_LIMIT
 */
async function proveOwner(app: Services, actor: Actor, { phone, password }: Changes): Promise<void> {
  if (!phone || actor.accountId || phone === (await ownProfile(app.db, actor, app)).phone) return;
  if (!password) throw wrongProof("password", "更换手机须填写", "needed for another phone");
  await provePassword(app, actor, password);
}

/** @throws FIELD_INVALID, RATE_LIMIT */
async function provePassword(app: Services, actor: Actor, password: string): Promise<void> {
  await limitPasswordTries(app, actor);
  if (!(await isPasswordOf(app.db, actor.userId, openedPassword(app.keys, password, "password"))))
    throw wrongProof("password", "不正确", "is wrong");
}

/** Nobody signs in by a number that he mistyped, or that is somebody else's. @throws FIELD_INVALID, CODE_INVALID */
async function mustBeReached(tx: Tx, app: Services, phone: string, code: string | null | undefined): Promise<void> {
  if (!code) throw wrongProof("phoneCode", "更换手机须填写", "needed for another phone");
  await useCode(tx, app, "phone", phone, code);
}

/** Proves the number that the bureau entered, by the code sent there. @throws NOT_FOUND without a phone, CODE_INVALID */
async function proveOwnPhone(
  tx: Tx,
  actor: Actor,
  { phoneCode: code }: { phoneCode: string },
  app: Services,
): Promise<void> {
  const { phone } = await ownProfile(tx, actor, app);
  if (phone === null) throw new Refusal("NOT_FOUND");
  await useCode(tx, app, "phone", phone, code);
  await markPhoneProven(tx, actor.userId);
  await writeAudit(tx, actor, [{ bizType: "User", bizId: actor.userId, action: "provePhone" }]);
}

async function saveProfile(tx: Tx, actor: Actor, changes: Changes, app: Services): Promise<void> {
  const before = await ownProfile(tx, actor, app);
  const { id: _own, phoneCode: code, password: _proven, ...said } = changes;
  const input: Input = { ...before, ...said };
  mustKeepProven(actor, before, input);
  const { avatar, name, realName, phone, email } = input;
  const phoneHash = phone === null ? null : app.cipher.hash(phone);
  if (phone !== before.phone) {
    if (phone !== null) await mustBeReached(tx, app, phone, code);
    const { loginType } = await tx
      .selectFrom("appUser")
      .select("loginType")
      .where("id", "=", actor.userId)
      .executeTakeFirstOrThrow();
    await mustHavePhoneAlone(tx, { id: actor.userId, loginType, phoneHash });
  }
  if (avatar !== before.avatar) await usePicture(tx, actor, avatar);
  await tx
    .updateTable("appUser")
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
    .where("id", "=", actor.userId)
    .execute();
  if (phone !== before.phone) {
    if (phone !== null) await markPhoneProven(tx, actor.userId);
    await tellOldPhone(tx, app, { id: actor.userId, account: before.account }, before.phone);
  }
  await writeAudit(tx, actor, [
    { bizType: "User", bizId: actor.userId, action: "updateInfo", before: shownOf(before), after: shownOf(input) },
  ]);
}

/** What the history keeps of it. */
const shownOf = ({ name, realName, phone }: Input) => ({ name, realName, phone: mask("phone", phone) });

/** Ties an own upload to the user as his picture, in place of the last one. @throws ATTACH_NOT_OWN, FILE_FORMAT, FILE_TOO_LARGE */
async function usePicture(tx: Tx, actor: Actor, link: string | null): Promise<void> {
  await sql`delete from attachment_use where biz_type = ${User.name} and biz_id = ${actor.userId} and field = 'avatar'`.execute(
    tx,
  );
  if (link === null) return;
  const { rows } = await sql<{
    id: string;
    fileType: string;
    fileSize: number;
  }>`select t.id, t.file_type, t.file_size from attachment t where t.att_link = ${link} and t.is_deleted = 0 and ${openable(actor)} for update`.execute(
    tx,
  );
  const file = rows[0];
  if (!file) throw new Refusal("ATTACH_NOT_OWN");
  if (!uploadTypes.avatar.includes(file.fileType))
    throw new Refusal("FILE_FORMAT", { types: uploadTypes.avatar.join("/") });
  if (Number(file.fileSize) > maxAvatarBytes) throw new Refusal("FILE_TOO_LARGE");
  await shareFile(tx, file.id, User, actor.userId, "avatar");
}
