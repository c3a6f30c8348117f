import { loginType } from "../core/fields/codes.ts";
import { code, codeList, id, int, long, text } from "../core/fields/field.ts";
import { flag, form, leftOut, list, map, record, type PartsOf, type Shape, value } from "../core/fields/shape.ts";
import type { ProofChallenge, SessionExtra, SessionInfo, SignInKey, TokenAnswer, TokenFailure } from "./auth.ts";
import type { EncryptedBody, KeyAnswer } from "./envelope.ts";

/** The forms of what sign-in answers, for the document of the API. The login page makes these calls without the words that describe their answers. */

export const encryptedBody = form<EncryptedBody>("EncryptedBody", "加密内容", "An encrypted body", () => ({
  keyId: text(36, "密钥标识", "Key id", "required"),
  timestamp: int("时间戳（毫秒）", "Moment in milliseconds", "required"),
  nonce: text(32, "随机数", "Nonce", "required"),
  iv: text(32, "初始向量", "Initialisation vector", "required"),
  data: long("密文（base64）", "Cipher text in base64", "required"),
  mac: text(64, "校验码", "MAC", "required"),
}));

export const keyAnswer = form<KeyAnswer>("KeyAnswer", "密钥协商结果", "The server's half of a key agreement", () => ({
  keyId: text(36, "密钥标识", "Key id", "required"),
  publicKey: text(130, "公钥", "Public key", "required"),
  serverTime: int("服务器时间（毫秒）", "Time of the server in milliseconds", "required"),
}));

const words = (zh: string, en: string) => text(2000, zh, en, "required");
const sessionParts: PartsOf<SessionInfo> = {
  tenant_id: words("租户", "Tenant"),
  username: words("账号", "Account"),
  userId: id("用户", "User", "required"),
  user_id: id("用户", "User", "required"),
  nick_name: words("姓名", "Name"),
  avatar: text(500, "头像", "Picture"),
  dept_name: words("部门名称", "Names of the departments"),
  depInfos: list(record({ orgId: id("部门", "Department", "required"), orgName: words("部门名称", "Name") })),
  depids: words("部门，逗号分隔", "Departments, comma-separated"),
  group_name: words("岗位名称", "Post name"),
  groupInfos: list(record({ groupNo: words("岗位编号", "Number"), groupName: words("岗位名称", "Name") })),
  groupids: words("岗位编号", "Post number"),
  role_name: words("角色名称，逗号分隔", "Names of the roles, comma-separated"),
  roleinfos: list(record({ roleNo: words("角色编号", "Number"), roleName: words("角色名称", "Name") })),
  roleids: words("角色，逗号分隔", "Roles, comma-separated"),
  extData: form<SessionExtra>("SessionExtra", "用户的其他信息", "What else belongs to the user", () => ({
    loginUserId: leftOut(words("平台用户", "User of the platform")),
    orgId: leftOut(id("培训机构", "Institution")),
    entId: leftOut(id("企业", "Enterprise")),
    accountId: leftOut(id("个人账号", "Account of a person")),
    assessorId: leftOut(id("考评员", "Assessor")),
    mustChangePassword: leftOut(flag("须先修改密码", "Has to set a new password first")),
    mustSetUpFactor: leftOut(flag("须先设置两步验证", "Has to set up the second factor first")),
  })),
  loginType: code(loginType, "登录类型", "Sign-in", "required"),
  authority: words("角色别名，逗号分隔", "Aliases of the roles, comma-separated"),
};
const sessionInfo = form<SessionInfo>("SessionInfo", "用户信息", "The signed-in user", () => sessionParts);

/** For a person whom a third party knows and we do not, all but `oauthId` and the name is empty or left out. */
const tokenAnswer = form<TokenAnswer>("TokenAnswer", "登录结果", "Answer of the token call", () => ({
  ...sessionParts,
  access_token: words("访问令牌", "Access token"),
  refresh_token: leftOut(words("刷新令牌", "Refresh token")),
  token_type: code(tokenType, "令牌类型", "Type of the token", "required"),
  expires_in: int("有效秒数", "Seconds until it ends", "required"),
  scope: code(tokenScope, "范围", "Scope", "required"),
  envelope: leftOut(keyAnswer),
  oauthId: leftOut(words("第三方登录标识", "Id of a sign-in with a third party")),
}));
const tokenType = codeList("TOKEN_TYPE", "令牌类型", "Type of a token", { bearer: ["持有者令牌", "Bearer"] });
const tokenScope = codeList("TOKEN_SCOPE", "授权范围", "Scope of a token", { all: ["全部", "All"] });

/** Why a token call is refused (RFC 6749 §5.2, RFC 6750). */
const tokenError = codeList("TOKEN_ERROR", "登录错误", "Why a sign-in failed", {
  invalid_request: ["请求参数不正确", "The request is wrong"],
  unsupported_grant_type: ["不支持的授权方式", "Unsupported grant type"],
  unauthorized_client: ["客户端不能使用此授权方式", "Not open to the client"],
  invalid_scope: ["不支持的授权范围", "Unsupported scope"],
  invalid_grant: ["用户名、密码、验证码或令牌不正确", "Wrong name, password, code or token"],
  invalid_client: ["客户端认证失败", "The client is not known"],
  mfa_required: ["需要两步验证码", "The code of the second factor is needed"],
  expired_token: ["两步验证已失效", "The second step is over"],
  temporarily_unavailable: ["登录人数较多", "Many people are signing in"],
  server_error: ["服务器异常", "Server error"],
});
export const tokenFailure = form<TokenFailure>("TokenFailure", "登录失败", "A refused token call", () => ({
  error: code(tokenError, "错误", "Error", "required"),
  error_description: words("中文说明", "In Chinese"),
  error_description_en: words("英文说明", "In English"),
  captcha_required: leftOut(flag("下次须附工作量证明", "The next attempt needs a proof of work")),
  challenge: leftOut(
    form<ProofChallenge>("ProofChallenge", "工作量证明的题目", "A proof of work to do", () => ({
      parameters: form<ProofChallenge["parameters"]>("ProofParameters", "参数", "Its parameters", () => ({
        algorithm: words("算法", "Algorithm"),
        nonce: words("随机数", "Nonce"),
        salt: words("盐", "Salt"),
        cost: int("代价", "Cost", "required"),
        keyLength: int("密钥长度", "Length of the key", "required"),
        keyPrefix: words("前缀", "What the hash begins with"),
        expiresAt: leftOut(int("失效时间", "When it ends", "required")),
        data: leftOut(map(value)),
      })),
      signature: words("签名", "Signature"),
    })),
  ),
  retry_after: leftOut(int("多少秒后可重试", "Seconds until the next attempt is accepted", "required")),
  mfa_token: leftOut(words("两步验证凭据", "Token of the second step")),
  expires_in: leftOut(int("凭据有效秒数", "Seconds until it ends", "required")),
}));

const signInKey = form<SignInKey>("SignInKey", "登录公钥", "Sign-in public key", () => ({
  publicKey: text(130, "SM2公钥（十六进制）", "SM2 public key in hex", "required"),
  tenantMode: flag("多租户", "Several tenants"),
  tenantId: text(12, "租户", "Tenant", "required"),
}));

/** By the name of the call. */
export const authAnswers: Readonly<Record<string, Shape>> = {
  "Auth.token": tokenAnswer,
  "Auth.tokenAlias": tokenAnswer,
  "Auth.sm2Key": signInKey,
  "Auth.userInfo": sessionInfo,
  "Auth.envelopeKey": keyAnswer,
};
