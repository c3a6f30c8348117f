import type { ThirdPartyError } from "@jipei/contract/auth/third-party.ts";
import type { Named } from "../i18n/language.ts";

const words: Readonly<Record<ThirdPartyError, Named>> = {
  expired: ["登录已超时或已使用，请重新登录", "The sign-in has expired or was already used; please start again"],
  denied: ["您已取消第三方登录", "You have cancelled the sign-in"],
  unreachable: [
    "第三方登录暂时无法连接，请稍后再试或使用其他方式登录",
    "The third party cannot be reached; please try later, or sign in another way",
  ],
  failed: [
    "第三方登录未通过验证，请稍后再试或使用其他方式登录",
    "The sign-in with the third party could not be verified; please try later, or sign in another way",
  ],
  busy: ["访问过于频繁，请稍后再试", "Too many requests; please try again later"],
  off: ["该第三方登录已停用，请使用其他方式登录", "This third party is no longer in use; please sign in another way"],
};

/** Why signing in with a third party failed; null when it succeeded. */
export function parseThirdPartyError(brought: URLSearchParams | null): Named | null {
  const issue = brought?.get("fault");
  if (!issue) return null;
  return Object.hasOwn(words, issue) ? words[issue as ThirdPartyError] : words.failed;
}
