import { refreshCookie, refreshCookieHeader, token } from "@jipei/contract/auth/auth.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../core/services.ts";
import { tokenFailure } from "./token-failure.ts";

/**
 * The refresh token of our web lives in a cookie that no script reads and that goes to the token call alone. Other clients of this family get it
 * in the answer, and send it in the form.
 */

/** Whether the caller is a browser that keeps its refresh token so. A page elsewhere cannot send the header without being asked first, which we never allow. */
export const keepsCookie = (request: FastifyRequest): boolean =>
  request.headers[refreshCookieHeader.toLowerCase()] === "1";

/** The token in the cookie; null where there is none, or the caller does not say that it keeps one. */
export function refreshTokenOf(request: FastifyRequest): string | null {
  if (!keepsCookie(request)) return null;
  const [, value] =
    new RegExp(`(?:^|;\\s*)${refreshCookie}=([\\w.-]{1,500})(?:;|$)`).exec(request.headers.cookie ?? "") ?? [];
  return value ?? null;
}

/** A cookie goes along whoever makes the browser ask: only our own pages may. @throws TokenRefusal */
export function mustBeOwnPage(app: Services, request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  // Browsers say it over https and on localhost; where they do not, the origin tells.
  if (site === undefined ? isOwnOrigin(app, request) : site === "same-origin") return;
  throw tokenFailure("crossSite");
}

function isOwnOrigin({ settings: { publicUrl } }: Services, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === request.host);
}

/** Gives the browser its refresh token until it is closed. */
export const setRefreshCookie = (app: Services, reply: FastifyReply, value: string): void =>
  void reply.header("Set-Cookie", cookie(app, value));

/** Takes it back. */
export const clearRefreshCookie = (app: Services, reply: FastifyReply): void =>
  void reply.header("Set-Cookie", `${cookie(app, "")}; Max-Age=0`);

const cookie = ({ settings }: Services, value: string): string =>
  `${refreshCookie}=${value}; Path=${token.path}; HttpOnly; SameSite=Strict${settings.publicUrl.startsWith("https:") ? "; Secure" : ""}`;
