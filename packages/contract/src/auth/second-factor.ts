import { call } from "../core/call.ts";
import { yesNo } from "../core/fields/flags.ts";
import { code, datetime, int, text, texts } from "../core/fields/field.ts";
import { record } from "../core/fields/shape.ts";

const path = "/api/blade-user/second-factor";
/** Users who have yet to set up a required second factor may make these calls. */
const own = { access: "signedIn", beforeFactor: true } as const;

const typedCode = text(40, "验证码", "Code", "required", { writeOnly: true });
/** Authenticates the owner of an existing second factor: password, sent as at sign-in, and a code of the authenticator or a recovery code. */
const proof = { password: text(1000, "密码", "Password", "required", { writeOnly: true }), code: typedCode };
const recoveryCodes = record({ recoveryCodes: texts(40, "恢复码", "Recovery codes", "required") });

/** The caller's own second factor: one-time codes of an authenticator (RFC 6238). */
export const secondFactorCalls = {
  detail: call({
    ...own,
    name: "SecondFactor.detail",
    method: "GET",
    path: `${path}/detail`,
    zh: "两步验证状态",
    en: "My second factor",
    output: record({
      enabled: code(yesNo, "已启用", "Set up", "required"),
      /** A role of the caller asks for it: it cannot be switched off. */
      required: code(yesNo, "角色要求", "Required", "required"),
      setUpTime: datetime("启用时间", "Since"),
      codesLeft: int("剩余恢复码", "Recovery codes left", "required"),
    }),
  }),
  /** Creates a secret, which is returned once. It takes effect when `confirm` proves within 15 minutes that it arrived. Only its owner replaces an existing one. */
  begin: call({
    ...own,
    name: "SecondFactor.begin",
    adds: "more",
    method: "POST",
    path: `${path}/begin`,
    zh: "设置两步验证",
    en: "Set up my second factor",
    input: record({
      password: { ...proof.password, need: "optional" as const },
      code: { ...typedCode, need: "optional" as const },
    }),
    output: record({
      /** Base32, to be typed where nothing can be scanned. */
      secret: text(64, "密钥", "Key", "required"),
      /** `otpauth://…`, for a QR code. */
      address: text(500, "二维码内容", "Content of the QR code", "required"),
    }),
  }),
  /** Completes the set-up and returns the recovery codes, once. Other sessions of the caller end. */
  confirm: call({
    ...own,
    name: "SecondFactor.confirm",
    adds: "more",
    method: "POST",
    path: `${path}/confirm`,
    zh: "确认两步验证",
    en: "Confirm my second factor",
    input: record({ code: typedCode }),
    output: recoveryCodes,
  }),
  renewCodes: call({
    ...own,
    name: "SecondFactor.renewCodes",
    adds: "more",
    method: "POST",
    path: `${path}/recovery-codes`,
    zh: "更换恢复码",
    en: "Renew my recovery codes",
    input: record(proof),
    output: recoveryCodes,
  }),
  remove: call({
    ...own,
    name: "SecondFactor.remove",
    method: "POST",
    path: `${path}/remove`,
    zh: "关闭两步验证",
    en: "Switch my second factor off",
    input: record(proof),
  }),
};
