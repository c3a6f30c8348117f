import type { ProofChallenge, TokenFailure } from "@jipei/contract/auth/auth.ts";
import { FlatError } from "../../core/http/flat-error.ts";
import type { Challenge } from "../second-factor/challenge.ts";

/** Every refusal of the token call: status, RFC 6749 error, text in both languages. It never reveals which of name and password was wrong. */
const failures = {
  form: [400, "invalid_request", "请求参数缺失、重复或无法识别", "A form field is missing, repeated or unknown"],
  identity: [400, "invalid_request", "用户标识无法识别", "The user identity cannot be read"],
  tenant: [400, "invalid_request", "租户不存在或已停用", "The tenant does not exist or is disabled"],
  unsupported: [400, "invalid_request", "暂不支持该登录方式", "This way of signing in is not offered"],
  grantType: [400, "unsupported_grant_type", "不支持的授权方式", "Unsupported grant type"],
  scope: [400, "invalid_scope", "不支持的授权范围", "Unsupported scope"],
  grantDenied: [
    400,
    "unauthorized_client",
    "该客户端不能使用此授权方式",
    "The client may not ask for tokens in this way",
  ],
  clientLocked: [
    429,
    "invalid_client",
    "客户端认证失败次数过多，请稍后再试",
    "Too many wrong client secrets, please try later",
  ],
  client: [401, "invalid_client", "客户端认证失败", "Client authentication failed"],
  anonymous: [
    400,
    "invalid_grant",
    "共享账号须指明机构或学员",
    "A shared user needs the institution or student behind it",
  ],
  wrong: [400, "invalid_grant", "用户名或密码错误", "Wrong user name or password"],
  code: [400, "invalid_grant", "短信验证码错误或已失效", "The code is wrong or no longer valid"],
  factor: [400, "mfa_required", "请输入两步验证码", "Please enter the code of your authenticator"],
  factorCode: [400, "invalid_grant", "两步验证码错误", "This is not the right code"],
  challenge: [400, "expired_token", "两步验证已失效，请重新登录", "This step is over, please sign in again"],
  thirdParty: [
    400,
    "invalid_grant",
    "第三方登录已失效，请重新登录",
    "The third-party sign-in is no longer valid; please start again",
  ],
  locked: [400, "invalid_grant", "用户登录失败次数过多，请稍后再试", "Too many failed attempts, please try later"],
  proof: [
    400,
    "invalid_grant",
    "失败次数较多，请稍候一分钟再试，或使用网页登录",
    "Several attempts failed; please try again in a minute, or sign in with the web page",
  ],
  pending: [400, "invalid_grant", "账号待审核，请耐心等待管理员通过", "The account waits for approval"],
  disabled: [400, "invalid_grant", "账号已停用", "The account is disabled"],
  noRole: [400, "invalid_grant", "账号未分配角色", "The account has no role"],
  refresh: [401, "invalid_grant", "登录已过期，请重新登录", "The session has ended, please sign in again"],
  crossSite: [403, "invalid_request", "请求须由本系统页面发出", "Only our own pages may ask for this"],
  busy: [
    429,
    "temporarily_unavailable",
    "登录人数较多，请稍后再试",
    "Many people are signing in, please try again in a moment",
  ],
} as const satisfies Record<string, readonly [number, TokenFailure["error"], string, string]>;

/** A refused token call, with its reason for the history. */
export class TokenRefusal extends FlatError {
  readonly why: keyof typeof failures;
  declare readonly body: TokenFailure;
  constructor(why: keyof typeof failures, status: number, body: TokenFailure) {
    super(status, body);
    this.why = why;
  }
}

/** Further parts of a refusal. */
interface More {
  /** Seconds until the next try is accepted. */
  wait?: number;
  /** Whether the next try needs a proof of work. */
  proof?: boolean;
  /** The challenge of that proof. */
  work?: ProofChallenge;
  /** The challenge for the second step. */
  challenge?: Challenge;
}

/** Makes the error of a refused token call, as flat JSON (RFC 6749 §5.2). */
export function tokenFailure(
  why: keyof typeof failures,
  { wait = 0, proof = false, work, challenge }: More = {},
): TokenRefusal {
  const [status, error, zh, en] = failures[why];
  const body: TokenFailure = {
    error,
    error_description: zh,
    error_description_en: en,
    ...(proof && { captcha_required: true as const }),
    ...(work && { challenge: work }),
    ...(wait > 0 && { retry_after: wait }),
    ...(challenge && { mfa_token: challenge.token, expires_in: challenge.seconds }),
  };
  return new TokenRefusal(why, status, body);
}
