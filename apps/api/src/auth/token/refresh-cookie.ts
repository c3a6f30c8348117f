import { refreshCookie, refreshCookieHeader, token } from "@jipei/contract/auth/auth.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../core/foundation/services.ts";
import { tokenFailure } from "./token-failure.ts";

/**
 * The refresh token of our web is a cookie that scripts cannot read and that is sent only to the token call. Other clients of this family get it in the
 * response, and send it in the form.
 */

/** Whether the caller wants its refresh token as a cookie. A foreign page cannot send this header without a CORS preflight, which we never allow. */
export const keepsCookie = (request: FastifyRequest): boolean =>
  request.headers[refreshCookieHeader.toLowerCase()] === "1";

/** The token in the cookie; null without one, or where the header is missing. */
export function findRefreshToken(request: FastifyRequest): string | null {
  if (!keepsCookie(request)) return null;
  const [, value] =
    new RegExp(`(?:^|;\\s*)${refreshCookie}=([\\w.-]{1,500})(?:;|$)`).exec(request.headers.cookie ?? "") ?? [];
  return value ?? null;
}

/** Browsers send cookies for requests of foreign pages too, so only requests of our own pages are accepted. @throws TokenRefusal */
export function assertOwnPage(app: Services, request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  // Browsers send Sec-Fetch-Site over https and on localhost; without it the origin decides.
  if (site === undefined ? isOwnOrigin(app, request) : site === "same-origin") return;
  throw tokenFailure("crossSite");
}

function isOwnOrigin({ settings: { publicUrl } }: Services, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === request.host);
}

/** Sets the refresh token as a cookie that lasts until the browser is closed. */
export const setRefreshCookie = (app: Services, reply: FastifyReply, value: string): void =>
  void reply.header("Set-Cookie", cookie(app, value));

/** Removes the cookie. */
export const clearRefreshCookie = (app: Services, reply: FastifyReply): void =>
  void reply.header("Set-Cookie", `${cookie(app, "")}; Max-Age=0`);

const cookie = ({ settings }: Services, value: string): string =>
  `${refreshCookie}=${value}; Path=${token.path}; HttpOnly; SameSite=Strict${settings.publicUrl.startsWith("https:") ? "; Secure" : ""}`;
