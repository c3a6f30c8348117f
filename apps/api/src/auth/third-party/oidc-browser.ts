import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../core/foundation/services.ts";
import { lifetimes, newSecret } from "./oidc-step.ts";

/** Identifies the browser that began a sign-in, so that nobody else can finish it. By itself the cookie gives no access. */
const cookieName = (app: Services): string => (isEncrypted(app) ? "__Host-jipei-oidc" : "jipei-oidc");
const isEncrypted = (app: Services): boolean => app.settings.publicUrl.startsWith("https:");

/** The value of the cookie, null when the browser has none. */
export function findBrowser(app: Services, request: FastifyRequest): string | null {
  const [, value] =
    new RegExp(`(?:^|;\\s*)${cookieName(app)}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? "") ?? [];
  return value ?? null;
}

/** Sets the cookie for as long as a sign-in may take. A browser that has one keeps its value, so that two tabs do not break each other's sign-in. */
export function markBrowser(app: Services, request: FastifyRequest, reply: FastifyReply): string {
  const browser = findBrowser(app, request) ?? newSecret();
  reply.header(
    "Set-Cookie",
    `${cookieName(app)}=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetimes.asked + lifetimes.proven}${isEncrypted(app) ? "; Secure" : ""}`,
  );
  return browser;
}
