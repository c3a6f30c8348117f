import type { SessionInfo, TokenAnswer } from "@jipei/contract/auth/auth.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../../core/foundation/services.ts";
import type { Client } from "../client/client.ts";
import { keepsCookie, setRefreshCookie } from "./refresh-cookie.ts";
import { createTokens, type TokenClaims } from "./tokens.ts";

/** The request for tokens, and its response. */
export interface Asking {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A pair of tokens with the lifetimes of the client, and the session info of the user. Browsers get the refresh token as a cookie. */
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
