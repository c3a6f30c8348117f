import type { Call } from "@jipei/contract/core/call.ts";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../actor.ts";
import { parseInput } from "../input.ts";
import { Refusal } from "../refusal.ts";
import { inItsForm } from "./flat-error.ts";
import type { RequestTrace } from "./request-trace.ts";
import type { Site } from "./site.ts";

/** What the request asks, checked against the call. @throws FIELD_INVALID; from a flat call a flat failure of that kind */
export function inputOf(request: FastifyRequest, call: Call<any, any>, actor: Actor, site: Site): Promise<unknown> {
  // The fields of a multipart body come between its files; the handler reads both (multipart.ts).
  const raw = async () => ((request.trace as RequestTrace).input = await rawInput(request, call, actor, site));
  return call.style === "multipart" ? raw() : inItsForm(call, async () => parseInput(call.input, await raw()));
}

/** Passwords, codes and tokens never stand in an address, where logs would keep them. */
const secret = /password|refresh_token|^token$|secret/i;

async function rawInput(
  request: FastifyRequest,
  call: Call<any, any>,
  actor: Actor,
  { envelope }: Site,
): Promise<unknown> {
  const query = request.query as Record<string, unknown>;
  if (Object.keys(query).some((name) => secret.test(name)))
    throw new Refusal("FIELD_INVALID", {
      field: "query",
      reason: { zh: "地址中不得包含密码或令牌", en: "no passwords or tokens in the address" },
    });
  switch (call.style) {
    case "encrypted":
      return envelope.open(request, actor);
    case "query":
      return request.method === "POST" ? { ...query, ...(request.body as object | null) } : query;
    case "form":
      return Object.keys(query).length > 0
        ? { ...query, ...(request.body as object | null), $query: true }
        : request.body;
    case "multipart":
      return query;
    case "body":
      if (request.body !== undefined && request.body !== null && typeof request.body !== "object")
        throw new Refusal("BODY_INVALID");
      return request.body ?? {};
  }
}
