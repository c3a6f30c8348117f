import type { Call } from "@jipei/contract/core/call.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../foundation/actor.ts";
import { parseInput } from "../entity/input.ts";
import { withoutUnseen } from "../entity/unseen-fields.ts";
import { Refusal } from "../foundation/refusal.ts";
import { withFlatErrors } from "./flat-error.ts";
import type { RequestTrace } from "./request-trace.ts";
import type { Site } from "./site.ts";

/** Reads the input of a request and checks it against the call. @throws FIELD_INVALID; for a flat call, as a FlatError */
export function getInput(request: FastifyRequest, call: Call, actor: Actor, site: Site): Promise<unknown> {
  // In a multipart body the fields come between the files; the handler reads both (multipart.ts).
  const raw = async () => ((request.trace as RequestTrace).input = await rawInput(request, call, actor, site));
  return call.style === "multipart"
    ? raw()
    : withFlatErrors(call, async () => parseInput(call.input, withoutUnseen(call.input as Shape, await raw(), actor)));
}

/** Names of secrets, which must not be in an address, since addresses are written into logs. */
const secret = /password|refresh_token|^token$|secret/i;

async function rawInput(request: FastifyRequest, call: Call, actor: Actor, { envelope }: Site): Promise<unknown> {
  const query = request.query as Record<string, unknown>;
  if (Object.keys(query).some((name) => secret.test(name)))
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "网页地址", en: "Address" },
      reason: { zh: "不得包含密码、令牌", en: "no passwords and tokens in it" },
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
