import { now } from "../../core/foundation/clock.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { maxAvatarBytes, uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
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
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { shareFile } from "../../core/storage/files.ts";
import { lockOwnFile, releaseFile } from "../../files/files.queries.ts";
import { type Route, reads, writesPrepared } from "../../core/http/implement.ts";
import { mask } from "../../core/security/mask.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { decryptPassword } from "../../core/security/password.ts";
import { limitCodeCalls, sendCode, useCode } from "../../notices/notices.queries.ts";
import { markPhoneProven, assertPhoneUnique, notifyOldPhone } from "../user/user.phone.ts";
import { isPasswordCorrect, limitPasswordTries } from "../../auth/auth.queries.ts";
import { changePassword } from "../user/account.password.ts";

/** What users do with their own row. */
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
      const chosen = decryptPassword(app.keys, newPassword, "newPassword");
      if (chosen !== decryptPassword(app.keys, newPassword1, "newPassword1"))
        throw invalidField(
          "newPassword1",
          "确认密码",
          "Repeat new password",
          "两次密码输入不一致",
          "the two passwords differ",
        );
      await changePassword(tx, app, actor, actor.userId, decryptPassword(app.keys, oldPassword, "oldPassword"), chosen);
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

/** Students proved name and phone when they registered. Sign-in and certificates depend on both, so only the bureau corrects them. */
function assertKeepsProven(
  actor: Actor,
  before: { realName: string; phone: string | null },
  { realName, phone }: Input,
): void {
  if (!actor.accountId) return;
  if (realName !== before.realName) throw frozen(profileFields.realName);
  if (phone !== before.phone) throw frozen(profileFields.phone);
}

const frozen = ({ zh, en }: Field) => new Refusal("FIELD_FROZEN", { field: { zh, en } });

type Input = Awaited<ReturnType<typeof ownProfile>>;
type Changes = ValueOfShape<typeof updateProfile.input>;

/** FIELD_INVALID for one of the fields that prove a new number. */
const wrongProof = (name: keyof typeof phoneProof, zh: string, en: string) =>
  invalidField(name, phoneProof[name].zh, phoneProof[name].en, zh, en);

/**
 * A phone can be used to sign in, so somebody who finds an open session must not be able to replace it: another number needs the password. Each try
 * counts, also when the transaction is rolled back.
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
  if (!(await isPasswordCorrect(app.db, actor.userId, decryptPassword(app.keys, password, "password"))))
    throw wrongProof("password", "不正确", "is wrong");
}

/** A new number is proven by the code sent to it: it could be mistyped, or somebody else's. @throws FIELD_INVALID, CODE_INVALID */
async function assertPhoneCode(tx: Tx, app: Services, phone: string, code: string | null | undefined): Promise<void> {
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
  // The row is locked first: what the bureau changes at the same moment is not written back.
  await tx.selectFrom("appUser").select("id").where("id", "=", actor.userId).forUpdate().execute();
  const before = await ownProfile(tx, actor, app);
  const { id: _own, phoneCode: code, password: _proven, ...changed } = changes;
  const input: Input = { ...before, ...changed };
  assertKeepsProven(actor, before, input);
  const { avatar, name, realName, phone, email } = input;
  const phoneHash = phone === null ? null : app.cipher.hash(phone);
  if (phone !== before.phone) {
    if (phone !== null) await assertPhoneCode(tx, app, phone, code);
    const { loginType } = await tx
      .selectFrom("appUser")
      .select("loginType")
      .where("id", "=", actor.userId)
      .executeTakeFirstOrThrow();
    await assertPhoneUnique(tx, { id: actor.userId, loginType, phoneHash });
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
      updateTime: now(),
      version: sql`version + 1`,
    })
    .where("id", "=", actor.userId)
    .execute();
  if (phone !== before.phone) {
    if (phone !== null) await markPhoneProven(tx, actor.userId);
    await notifyOldPhone(tx, app, { id: actor.userId, account: before.account }, before.phone);
  }
  await writeAudit(tx, actor, [
    {
      bizType: "User",
      bizId: actor.userId,
      action: "updateInfo",
      before: toAuditValues(before),
      after: toAuditValues(input),
    },
  ]);
}

/** The values that the audit row stores. */
const toAuditValues = ({ name, realName, phone }: Input) => ({ name, realName, phone: mask("phone", phone) });

/** Replaces the user's picture by a file that they uploaded. @throws ATTACH_NOT_OWN, FILE_FORMAT, FILE_TOO_LARGE */
async function usePicture(tx: Tx, actor: Actor, link: string | null): Promise<void> {
  await releaseFile(tx, User, actor.userId, "avatar");
  if (link === null) return;
  const file = await lockOwnFile(tx, actor, link);
  if (!file) throw new Refusal("ATTACH_NOT_OWN");
  if (!uploadTypes.avatar.includes(file.fileType))
    throw new Refusal("FILE_FORMAT", { types: uploadTypes.avatar.join("/") });
  if (Number(file.fileSize) > maxAvatarBytes) throw new Refusal("FILE_TOO_LARGE");
  await shareFile(tx, file.id, User, actor.userId, "avatar");
}
