import { randomUUID } from "node:crypto";

/**
 * The response of the captcha call. Programs read pictures as well as people do, so there is no puzzle: after several failures users wait, or send a proof
 * of work, which the web does by itself. Other clients of this family show this picture; its text tells their users to wait.
 */
export function captchaNotice(): { key: string; image: string } {
  return { key: randomUUID(), image: `data:image/svg+xml;base64,${Buffer.from(notice).toString("base64")}` };
}

const notice = `<svg xmlns="http://www.w3.org/2000/svg" width="260" height="44" viewBox="0 0 260 44" role="img"><rect width="260" height="44" fill="#f5f5f5"/>
<g font-family="sans-serif" fill="#333"><text x="8" y="18" font-size="12">无需验证码。多次失败后请等待一分钟再试</text><text x="8" y="36" font-size="11">No code needed. After failures, wait a minute</text></g></svg>`;
