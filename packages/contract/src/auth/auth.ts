import { call } from "../core/call.ts";
import { long, text } from "../core/fields/field.ts";
import { any, record } from "../core/fields/shape.ts";
import type { KeyAnswer } from "./envelope.ts";

/** Public client of our own web. A browser cannot keep a secret, so this one protects nothing. */
export const webClient = { id: "jipei-web", secret: "jipei-web" } as const;
/** The cookie that holds the refresh token of our web, and the header by which a browser says that it keeps it there. */
export const refreshCookie = "saber-refresh-token";
export const refreshCookieHeader = "X-Refresh-Cookie";
export const programNo = "ZJGTRAIN";
export const tenantId = "000000";

/** Shared login users: the person behind them is named by `extUserId` of the identity. */
export const sharedUser = { institution: "U012", student: "U010" } as const;

/** The structured user string: `username` of the token call is this object as JSON. */
export interface LoginIdentity {
  /** LOGIN_TYPE */
  loginType: "0" | "1" | "2" | "3" | "4" | "5";
  /** The account; U012 for institutions and U010 for students. */
  userId: string;
  /** The institution's or the student's account behind a shared user. */
  extUserId?: string;
  /** 1 password · 2 SMS code · 3 third party */
  loginMethod: "1" | "2" | "3";
  programNo: string;
}

/** What the token and the user-info call return about the signed-in user. */
export interface SessionInfo {
  tenant_id: string;
  username: string;
  userId: string;
  user_id: string;
  nick_name: string;
  avatar: string | null;
  dept_name: string;
  depInfos: { orgId: string; orgName: string }[];
  depids: string;
  group_name: string;
  groupInfos: { groupNo: string; groupName: string }[];
  groupids: string;
  role_name: string;
  roleinfos: { roleNo: string; roleName: string }[];
  roleids: string;
  extData: SessionExtra;
  loginType: string;
  /** Role aliases, comma-separated. */
  authority: string;
}

export interface TokenAnswer extends SessionInfo {
  access_token: string;
  /** Left out where the browser keeps it in a cookie. */
  refresh_token?: string;
  token_type: "bearer";
  /** Seconds. */
  expires_in: number;
  scope: "all";
  /** The server's half of the session's first envelope keys, where the client sent its own with the password. */
  envelope?: KeyAnswer;
  /** For a person whom a third party knows and we do not: the id that their registration names, instead of user id and tokens. */
  oauthId?: string;
}

/** What else belongs to the user; empty for somebody whom only a third party knows. */
export interface SessionExtra {
  loginUserId?: string;
  orgId?: string | null;
  entId?: string | null;
  accountId?: string | null;
  assessorId?: string | null;
  mustChangePassword?: boolean;
  mustSetUpFactor?: boolean;
}

/** A proof of work before the next attempt (altcha, format 2): find a counter for which the hash begins with the prefix. */
export interface ProofChallenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    expiresAt?: number;
    data?: Record<string, unknown>;
  };
  signature: string;
}

/** A refused token call, flat. From the third failure on a proof of work is asked for, and waits grow. */
export interface TokenFailure {
  error:
    | "invalid_request"
    | "unsupported_grant_type"
    | "unauthorized_client"
    | "invalid_scope"
    | "invalid_grant"
    | "invalid_client"
    | "mfa_required"
    | "expired_token"
    | "temporarily_unavailable"
    | "server_error";
  /** Chinese, as clients of this family show it. */
  error_description: string;
  error_description_en: string;
  /** The next attempt needs a proof of work, or more time. */
  captcha_required?: boolean;
  /** The challenge; its solution goes into `proof` of the same call. */
  challenge?: ProofChallenge;
  /** Seconds until the next attempt is accepted; with a challenge, one without proof. Also in the header `Retry-After`. */
  retry_after?: number;
  /** With `mfa_required`: what the grant `second_factor` must name, within so many seconds. */
  mfa_token?: string;
  expires_in?: number;
}

/** Sign in, or swap a refresh token for a new pair (RFC 6749). Failures are flat: `{ error, error_description }`. */
export const token = call({
  name: "Auth.token",
  method: "POST",
  path: "/api/oauth/token",
  zh: "登录",
  en: "Sign in",
  access: "public",
  style: "form",
  flat: true,
  input: record({
    grant_type: text(20, "授权方式", "Grant type", "required"),
    /** Never stored or logged: it names a person, and users sometimes type their password into the wrong field. */
    username: text(500, "用户标识", "User identity", "optional", { writeOnly: true }),
    password: text(1000, "密码", "Password", "optional", { writeOnly: true }),
    refresh_token: text(500, "刷新令牌", "Refresh token", "optional", { writeOnly: true }),
    scope: text(20, "范围", "Scope"),
    tenantId: text(20, "租户", "Tenant"),
    type: text(20, "类型", "Type"),
    /** Of the grant `social`: which provider, with `code` as the browser brought it; `state` is what other clients of this family send, without effect. */
    source: text(30, "第三方标识", "Sign-in provider"),
    state: text(200, "状态", "State", "optional", { writeOnly: true }),
    /** Of the second step: the text of `mfa_required`, and in `code` one of the authenticator or a recovery code. */
    mfa_token: text(100, "两步验证凭据", "Token of the second step", "optional", { writeOnly: true }),
    code: text(100, "两步验证码或一次性代码", "Code of the second step, or of a third party", "optional", {
      writeOnly: true,
    }),
    /** Of a password or code after several failures: `{ challenge, solution }` as JSON in base64. */
    proof: text(3000, "工作量证明", "Proof of work", "optional", { writeOnly: true }),
    /** With a password or a code: agrees on the keys of encrypted bodies at once, as the call for that does later on. */
    publicKey: text(130, "公钥", "Public key"),
  }),
  output: any<TokenAnswer>(),
});

/** The same for clients of this family that know the other path. */
export const tokenAlias = { ...token, name: "Auth.tokenAlias", path: "/api/blade-auth/oauth/token" };

/** The captcha of clients of this family: a picture that says how long to wait. It has no puzzle, and its key is not checked. */
export const captcha = call({
  name: "Auth.captcha",
  method: "GET",
  path: "/api/blade-auth/oauth/captcha",
  zh: "验证码",
  en: "Captcha",
  access: "public",
  output: record({
    key: text(50, "验证码标识", "Key", "required"),
    image: long("图片（data URL）", "Picture as a data URL", "required"),
  }),
});

/** Sends a code that signs in to the account of a phone (`loginMethod` 2). A number without account gets the same answer, and no message. */
export const loginCode = call({
  name: "Auth.loginCode",
  method: "POST",
  path: "/api/blade-auth/oauth/sms-code",
  zh: "发送登录验证码",
  en: "Send a sign-in code",
  access: "public",
  input: record({ telephone: text(11, "手机号码", "Mobile phone", "required", { format: "mobile" }) }),
});

/** The key by which passwords are encrypted, and whether the tenant is asked for. */
export interface SignInKey {
  publicKey: string;
  tenantMode: boolean;
  tenantId: string;
}

/**
 * Public key that passwords are encrypted with (SM2, hex, uncompressed), whether there are several tenants, and which of them
 * answers: the named one, or the one of the host.
 */
export const sm2Key = call({
  name: "Auth.sm2Key",
  method: "GET",
  path: "/api/blade-auth/oauth/sm2-key",
  zh: "登录公钥",
  en: "Sign-in public key",
  access: "public",
  output: any<SignInKey>(),
});

/** Ends the session; answers 200 also when it has ended already. */
export const logout = call({
  name: "Auth.logout",
  method: "GET",
  path: "/api/blade-auth/oauth/logout",
  zh: "退出登录",
  en: "Log out",
  access: "public",
  beforePassword: true,
  beforeFactor: true,
  whileLocked: true,
});

/** Clears what the server has cached for the caller: menus, permissions, dictionaries. */
export const clearCache = call({
  name: "Auth.clearCache",
  method: "GET",
  path: "/api/blade-auth/oauth/clear-cache",
  zh: "清除缓存",
  en: "Clear cache",
  access: "signedIn",
});

export const userInfo = call({
  name: "Auth.userInfo",
  method: "POST",
  path: "/api/blade-auth/oauth/user-info",
  zh: "用户信息",
  en: "User information",
  access: "signedIn",
  beforePassword: true,
  beforeFactor: true,
  output: any<SessionInfo>(),
});
