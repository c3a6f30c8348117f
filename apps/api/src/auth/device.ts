import { token } from "@jipei/contract/auth/auth.ts";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../core/services.ts";
import { keepsCookie } from "./refresh-cookie.ts";

/**
 * A browser on which an account signed in carries a signed mark of that account (OWASP, «Slow Down Online Guessing Attacks with Device Cookies»).
 * It never stands for a password or a factor; it only says that failures of others are none of this browser's business.
 */

/** Days that a mark lasts. */
const days = 180;

const mac = (app: Services, key: Buffer, text: string): Buffer =>
  createHmac("sha256", key).update(`device mark|${app.tenantId}|${text}`).digest();

/** Of each account its own, so that several share a browser; it tells nobody which accounts those are. */
const cookieName = (app: Services, key: Buffer, userId: string): string =>
  `jipei-device-${mac(app, key, `name|${userId}`).toString("hex").slice(0, 16)}`;

/** The device that a browser proves to be for an account, null when it proves nothing. */
export function deviceOf(app: Services, request: FastifyRequest, userId: string | null): string | null {
  if (!userId) return null;
  for (const key of app.keys.token.accepted) {
    const device = deviceBy(app, key, request, userId);
    if (device) return device;
  }
  return null;
}

function deviceBy(app: Services, key: Buffer, request: FastifyRequest, userId: string): string | null {
  const [, device, end, signature] =
    new RegExp(`(?:^|;\\s*)${cookieName(app, key, userId)}=([\\w-]{22})\\.(\\d{10})\\.([\\w-]{43})(?:;|$)`).exec(
      request.headers.cookie ?? "",
    ) ?? [];
  if (!device || !end || !signature || Number(end) * 1000 < Date.now()) return null;
  return timingSafeEqual(Buffer.from(signature, "base64url"), mac(app, key, `${userId}|${device}|${end}`))
    ? device
    : null;
}

/** Marks the browser of somebody who has just proven everything; one that is marked keeps its device, and so its counter. */
export function markDevice(app: Services, request: FastifyRequest, reply: FastifyReply, userId: string): void {
  if (!keepsCookie(request)) return;
  const device = deviceOf(app, request, userId) ?? randomBytes(16).toString("base64url");
  const { key } = app.keys.token;
  const seconds = days * 86_400;
  const end = Math.floor(Date.now() / 1000) + seconds;
  const value = `${device}.${end}.${mac(app, key, `${userId}|${device}|${end}`).toString("base64url")}`;
  reply.header(
    "Set-Cookie",
    `${cookieName(app, key, userId)}=${value}; Path=${token.path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${app.settings.publicUrl.startsWith("https:") ? "; Secure" : ""}`,
  );
}
