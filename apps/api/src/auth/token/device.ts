import { token } from "@jipei/contract/auth/auth.ts";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../core/foundation/services.ts";
import { keepsCookie } from "./refresh-cookie.ts";

/**
 * A browser on which an account signed in gets a signed device cookie for it (OWASP, «Slow Down Online Guessing Attacks with Device Cookies»).
 * It never replaces a password or a factor; it only keeps failures made elsewhere from locking this browser.
 */

/** Days that a device cookie lasts. */
const days = 180;

const mac = (app: Services, key: Buffer, text: string): Buffer =>
  createHmac("sha256", key).update(`device mark|${app.tenantId}|${text}`).digest();

/** Each account has its own cookie, so that several can share a browser. The name does not reveal the account. */
const cookieName = (app: Services, key: Buffer, userId: string): string =>
  `jipei-device-${mac(app, key, `name|${userId}`).toString("hex").slice(0, 16)}`;

/** The device id in a browser's valid cookie for an account, null without one. */
export function findDevice(app: Services, request: FastifyRequest, userId: string | null): string | null {
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

/** Sets the device cookie after a complete sign-in. A browser that has one keeps its device id, and so its failure counter. */
export function markDevice(app: Services, request: FastifyRequest, reply: FastifyReply, userId: string): void {
  if (!keepsCookie(request)) return;
  const device = findDevice(app, request, userId) ?? randomBytes(16).toString("base64url");
  const { key } = app.keys.token;
  const seconds = days * 86_400;
  const end = Math.floor(Date.now() / 1000) + seconds;
  const value = `${device}.${end}.${mac(app, key, `${userId}|${device}|${end}`).toString("base64url")}`;
  reply.header(
    "Set-Cookie",
    `${cookieName(app, key, userId)}=${value}; Path=${token.path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${app.settings.publicUrl.startsWith("https:") ? "; Secure" : ""}`,
  );
}
