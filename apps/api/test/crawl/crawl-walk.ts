import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { entities } from "@jipei/contract/entities.ts";
import type { FastifyInstance } from "fastify";
import { calls } from "../../src/domains.ts";
import { inputWithIds } from "../support/hostile/isolation-input.ts";
import type { TestUser } from "../support/test-app.ts";

/** One answer of the walk. */
export interface Answer {
  call: Call;
  input: Readonly<Record<string, unknown>>;
  status: number;
  /** The body of the response, decrypted; bytes for a file. */
  body: unknown;
}

/** Ids of rows that the user was shown, by the name of their entity, in the order in which they were shown. */
export type SeenIds = Map<string, Set<string>>;

/** Rows of one kind whose details are read: enough persons to meet them in different states; few of anything else, to be quick. */
const details = { personal: 6, other: 2 };

const denied: ReadonlySet<number> = new Set([401, 403]);

/** Calls that only read change nothing; these GETs do: they draw assessors, make certificates, end the session. */
const acts: ReadonlySet<string> = new Set(["Assessor.draw", "Certificate.issue", "Auth.logout", "Auth.captcha"]);
const isReading = (call: Call): boolean =>
  call.method === "GET"
    ? !acts.has(call.name)
    : call.style === "body" &&
      (call.input.shape === "query" || (call.access === "signedIn" && call.output.shape === "row"));

/** All calls that read: every GET, and those that read by POST. */
export const readingCalls: readonly Call[] = calls.filter(isReading);

/**
 * Makes every reading call as one user: first those that need no id, a whole page of each list, then those that need the id of a row, with ids
 * that the user was shown before.
 * @param look receives each answer as it comes, also refusals
 * @returns the ids that the user was shown
 */
export async function walk(
  http: FastifyInstance,
  user: TestUser,
  look: (answer: Answer) => void | Promise<void>,
): Promise<SeenIds> {
  const seen: SeenIds = new Map();
  const ask = async (call: Call, input: Record<string, unknown>) => {
    const answer = await askAs(http, user, call, input);
    if (answer.status === 200) noteIds(seen, call.output, answer.body);
    await look(answer);
    return answer.status;
  };
  const named = (call: Call, place: number) =>
    inputWithIds(
      call,
      (entity) => idAt(seen, entity ?? "", place) ?? idAt(seen, findEntity(call.output) ?? "", place) ?? "0",
    ) as Record<string, unknown> | null;
  const isList = (call: Call) => call.input.shape === "query" || named(call, 0) === null;
  for (const call of readingCalls.filter(isList))
    await ask(call, call.input.shape === "query" ? { size: "100", ...findPurpose(call) } : {});
  for (const call of readingCalls.filter((one) => !isList(one))) {
    const asked = new Set<string>();
    for (let place = 0; place < details[showsPeople(call.output) ? "personal" : "other"]; place++) {
      const input = named(call, place) as Record<string, unknown>;
      const text = JSON.stringify(input);
      // A user without the permission is refused for any row, so one is enough.
      if (!asked.has(text) && denied.has(await ask(call, input))) break;
      asked.add(text);
    }
  }
  return seen;
}

/** Sends a reading call. */
export async function askAs(
  http: FastifyInstance,
  user: TestUser,
  call: Call,
  input: Record<string, unknown>,
): Promise<Answer> {
  const inAddress = call.method === "GET";
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await http.inject({
    method: call.method,
    url: inAddress && pairs.length > 0 ? `${call.path}?${new URLSearchParams(pairs)}` : call.path,
    headers: { ...(user.token && { token: user.token }) },
    ...(!inAddress && { payload: input }),
  });
  const isJson = String(response.headers["content-type"]).includes("json");
  const readJson = () => (call.flat ? response.json() : response.json().data);
  return { call, input, status: response.statusCode, body: isJson ? readJson() : response.rawPayload };
}

const findPurpose = (call: Call) =>
  call.input.shape === "query" && "purpose" in call.input.extra ? { purpose: "核对举报线索中的人员" } : {};

const showsPeople = (shape: Shape): boolean => {
  const name = findEntity(shape);
  return name !== undefined && personal.has(name);
};
const personal = new Set(
  entities
    .filter(({ fields }) => Object.values<Field>(fields).some(({ masked, person }) => masked || person))
    .map(({ name }) => name),
);

/** The entity of the rows in an answer. */
function findEntity(shape: Shape): string | undefined {
  if (shape.shape === "row") return shape.entity.name;
  return shape.shape === "page" || shape.shape === "list" ? findEntity(shape.of) : undefined;
}

const idAt = (seen: SeenIds, entity: string, place: number): string | undefined => {
  const ids = [...(seen.get(entity) ?? [])];
  return ids[place % Math.max(1, ids.length)];
};

function noteIds(seen: SeenIds, shape: Shape, value: unknown): void {
  if (value === null || value === undefined) return;
  if (shape.shape === "page")
    return noteIds(seen, { shape: "list", of: shape.of, max: 0 }, (value as { records: unknown }).records);
  if (shape.shape === "list") return void (value as unknown[]).forEach((one) => noteIds(seen, shape.of, one));
  if (shape.shape !== "row") return;
  const row = value as Record<string, unknown>;
  const note = (entity: string, id: unknown) => {
    if (typeof id === "string") seen.set(entity, (seen.get(entity) ?? new Set()).add(id));
  };
  note(shape.entity.name, row.id);
  for (const [name, field] of Object.entries<Field>((shape.entity as Entity).fields))
    if (field.kind === "ref" && field.entity) note(field.entity, row[name]);
  for (const [name, part] of Object.entries(shape.extra)) if (!("kind" in part)) noteIds(seen, part, row[name]);
}
