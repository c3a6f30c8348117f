import type { Call } from "@jipei/contract/core/call.ts";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../actor.ts";
import type { Services } from "../services.ts";

/** Opens encrypted bodies and seals their answers (the system service's `.action` calls); from the auth domain. */
export interface Envelope {
  open(request: FastifyRequest, actor: Actor): Promise<unknown>;
  seal(request: FastifyRequest, actor: Actor, answer: string): Promise<string>;
}

/** What answers the calls of one tenant. */
export interface Site {
  services: Services;
  /** Turns the token of a request into its actor. @throws UNAUTHORIZED when there is a token that does not hold */
  authenticate: (token: string, ip: string) => Promise<Actor>;
  envelope: Envelope;
}

/**
 * Finds the site that answers a request. @param call null for a page @param token '' without one
 * @throws TENANT_UNKNOWN, UNAUTHORIZED
 */
export type SiteFinder = (request: FastifyRequest, call: Call<any, any> | null, token: string) => Promise<Site>;
