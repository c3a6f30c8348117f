import type { SessionInfo, TokenAnswer } from "@jipei/contract/auth/auth.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../core/services.ts";
import type { Client } from "./client.ts";
import { keepsCookie, setRefreshCookie } from "./refresh-cookie.ts";
import { createTokens, type TokenClaims } from "./tokens.ts";

/** Who asks for tokens, and where the answer goes. */
export interface Asking {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A pair of tokens that lasts as long as the client says, with what is known about the user. A browser that keeps a cookie gets the refresh token there. */
export function tokenAnswer(
  app: Services,
  { request, reply }: Asking,
  client: Client,
  claims: TokenClaims,
  info: SessionInfo,
): TokenAnswer {
  const tokens = createTokens(app);
  const refreshToken = tokens.refresh(claims, client.refreshSeconds);
  const inCookie = keepsCookie(request);
  if (inCookie) setRefreshCookie(app, reply, refreshToken);
  return {
    access_token: tokens.access(claims, client.accessSeconds),
    ...(!inCookie && { refresh_token: refreshToken }),
    token_type: "bearer",
    expires_in: client.accessSeconds,
    scope: "all",
    ...info,
  };
}
