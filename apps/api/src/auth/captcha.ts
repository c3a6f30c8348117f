import { randomUUID } from "node:crypto";

/**
 * What the captcha call answers. A picture that a person can read a program reads as well, so there is no puzzle: who failed several times waits, or
 * does a proof of work, which the web does by itself. Clients of this family draw what comes here; it says so in words, and their users
 * come in by waiting.
 */
export function captchaNotice(): { key: string; image: string } {
  return { key: randomUUID(), image: `data:image/svg+xml;base64,${Buffer.from(notice).toString("base64")}` };
}

const notice = `<svg xmlns="http://www.w3.org/2000/svg" width="260" height="44" viewBox="0 0 260 44" role="img"><rect width="260" height="44" fill="#f5f5f5"/>
<g font-family="sans-serif" fill="#333"><text x="8" y="18" font-size="12">无需验证码。多次失败后请等待一分钟再试</text><text x="8" y="36" font-size="11">No code needed. After failures, wait a minute</text></g></svg>`;
