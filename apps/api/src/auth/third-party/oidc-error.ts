import type { ThirdPartyError } from "@jipei/contract/auth/third-party.ts";
import { AuthorizationResponseError, ResponseBodyError } from "openid-client";
import { Refusal } from "../../core/foundation/refusal.ts";

/** Kinds of errors with a provider. */
export type Kind =
  | "internal"
  | "silent"
  | "unreachable"
  | "unreadable"
  | "issuer"
  | "plain"
  | "denied"
  | "refused"
  | "token";

const codes: Readonly<Record<string, Kind>> = {
  OAUTH_TIMEOUT: "unreachable",
  OAUTH_ABORT: "unreachable",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "unreadable",
  OAUTH_RESPONSE_IS_NOT_JSON: "unreadable",
  OAUTH_PARSE_ERROR: "unreadable",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "issuer",
  OAUTH_HTTP_REQUEST_FORBIDDEN: "plain",
};

const refusals: Partial<Record<string, Kind>> = { ADDRESS_INTERNAL: "internal", ADDRESS_SILENT: "silent" };

/** The kind of an error that a call to a provider threw. */
export function getKind(error: unknown): Kind {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof Refusal) return refusals[one.code] ?? "unreachable";
    if (one instanceof AuthorizationResponseError) return one.error === "access_denied" ? "denied" : "refused";
    if (one instanceof ResponseBodyError) return "refused";
    const known = codes[(one as { code?: string }).code ?? ""];
    if (known) return known;
    if (one.name === "TimeoutError" || one.name === "AbortError" || /fetch failed|terminated/.test(one.message))
      return "unreachable";
  }
  return String((error as { code?: unknown }).code ?? "").startsWith("OAUTH_") ? "token" : "unreadable";
}

/** The error that the browser gets; details are only logged. */
export const getThirdPartyError = (kind: Kind): ThirdPartyError =>
  kind === "denied" || kind === "unreachable" ? kind : "failed";

/** The messages that an administrator sees. */
export const kindWords: Readonly<Record<Kind, readonly [zh: string, en: string]>> = {
  internal: [
    "该地址位于内部网络，未获运维允许（INTERNAL_HOSTS）",
    "The address lies inside the own network and is not allowed by the operator (INTERNAL_HOSTS)",
  ],
  silent: [
    "该地址位于内部网络，无法使用（内部地址不说明原因）",
    "The address lies inside the own network and cannot be used (inside, the reason is not told)",
  ],
  unreachable: ["无法连接，或在10秒内没有应答", "It cannot be reached, or did not answer within 10 seconds"],
  unreadable: ["应答不是OpenID发现文档", "What it answers is no OpenID description"],
  issuer: ["应答中的签发者与填写的地址不一致", "The issuer it names is not the address that was entered"],
  plain: ["地址须使用https", "The address must be https"],
  denied: ["被拒绝", "It was denied"],
  refused: ["请求被拒绝", "The request was refused"],
  token: ["令牌校验未通过", "Its token does not hold"],
};
