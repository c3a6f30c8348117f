import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../core/services.ts";
import { lifetimes, newSecret } from "./oidc-step.ts";

/** The one cookie that the server reads. By itself it opens nothing: it tells the browser that began a sign-in from one that was sent its address. */
const cookieName = (app: Services): string => (isEncrypted(app) ? "__Host-jipei-oidc" : "jipei-oidc");
const isEncrypted = (app: Services): boolean => app.settings.publicUrl.startsWith("https:");

/** What a browser shows, null when it shows nothing of ours. */
export function browserOf(app: Services, request: FastifyRequest): string | null {
  const [, value] =
    new RegExp(`(?:^|;\\s*)${cookieName(app)}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? "") ?? [];
  return value ?? null;
}

/** Marks the browser for as long as a sign-in may take; one that is marked keeps its mark, so that two tabs do not spoil each other's. */
export function markBrowser(app: Services, request: FastifyRequest, reply: FastifyReply): string {
  const browser = browserOf(app, request) ?? newSecret();
  reply.header(
    "Set-Cookie",
    `${cookieName(app)}=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimes.asked + lifetimes.proven}${isEncrypted(app) ? "; Secure" : ""}`,
  );
  return browser;
}
