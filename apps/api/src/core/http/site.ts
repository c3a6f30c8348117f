import type { Call } from "@jipei/contract/core/call.ts";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../foundation/actor.ts";
import type { Services } from "../foundation/services.ts";

/** Decrypts request bodies and encrypts their responses (the system service's `.action` calls). The auth domain implements it. */
export interface Envelope {
  open(request: FastifyRequest, actor: Actor): Promise<unknown>;
  encrypt(request: FastifyRequest, actor: Actor, answer: string): Promise<string>;
}

/** Everything that answers the calls of one tenant. */
export interface Site {
  services: Services;
  /** Turns the token of a request into its actor. @throws UNAUTHORIZED for an invalid token */
  authenticate: (token: string, ip: string) => Promise<Actor>;
  envelope: Envelope;
}

/**
 * Finds the site that answers a request. @param call null for a page @param token empty where there is none
 * @throws TENANT_UNKNOWN, UNAUTHORIZED
 */
export type SiteFinder = (request: FastifyRequest, call: Call | null, token: string) => Promise<Site>;
