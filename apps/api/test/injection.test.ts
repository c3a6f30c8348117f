// Slow: puts hostile text into every field of every call of the product.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, Fields } from "@jipei/contract/core/fields/field.ts";
import { suffixes } from "@jipei/contract/core/fields/filters.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import type { FastifyInstance } from "fastify";
import { type Actor, guest } from "../src/core/foundation/actor.ts";
import { buildApp } from "../src/core/http/app.ts";
import { calls } from "../src/domains.ts";
import { plausible, plausibleValue } from "./support/hostile/rubbish.ts";
import { type TestApp, everyPermission, startTestApp } from "./support/test-app.ts";
import { withActors } from "./support/test-services.ts";
import { checkAnswers } from "./support/answers/answer-check.ts";

/**
 * No part of a request becomes SQL: neither the names of sorts and filters, nor their suffixes, nor a value. Sends attacks that similar
 * products were open to, to every list and every encrypted call.
 */
const sides = { bureau: "clerk", institution: "orgAdmin", enterprise: "entAdmin", person: "student" } as const;
type Side = keyof typeof sides;

let app: TestApp;
let http: FastifyInstance;
before(async () => {
  app = await startTestApp();
  const actors = new Map<string, Actor>();
  for (const [audience, role] of Object.entries(sides) as [Side, (typeof sides)[Side]][]) {
    const unit = {
      orgId: audience === "institution" ? "1" : null,
      entId: audience === "enterprise" ? "1" : null,
      accountId: audience === "person" ? "1" : null,
    };
    actors.set(audience, {
      ...guest("127.0.0.1"),
      userId: "1",
      audience,
      roles: audience === "bureau" ? [role, "sysAdmin"] : [role],
      permissions: everyPermission,
      idNumberHash: "x",
      ...unit,
    });
  }
  http = checkAnswers(await buildApp(app, withActors(actors)));
});
after(async () => {
  await http.close();
  await app.close();
});

const tokenFor = (call: Call): string => call.audience?.[0] ?? "bureau";

/** Milliseconds, more than any of the calls takes: a call that sleeps this long has run the injected text. */
const sleep = 20;

async function send(call: Call, parameters: readonly (readonly [string, string])[]) {
  const started = Date.now();
  const headers = { token: tokenFor(call) };
  const answer =
    call.method === "GET" || call.style === "query"
      ? await http.inject({
          method: call.method,
          url: `${call.path}?${new URLSearchParams(parameters as [string, string][])}`,
          headers,
        })
      : await http.inject({
          method: "POST",
          url: call.path,
          headers: { ...headers, "content-type": "application/json" },
          payload: JSON.stringify(Object.fromEntries(parameters)),
        });
  assert.ok(Date.now() - started < sleep * 900, `${call.name} slept over ${JSON.stringify(parameters)}`);
  return answer;
}

const orders = [
  "id'",
  'id"',
  "id;select pg_sleep(20)",
  "(select pg_sleep(20))",
  "case when (select count(*) from app_user)>0 then id end",
  "id desc--",
  "id/**/",
  "id nulls first",
  "id,(select 1)",
  "t.id",
  "create_time",
  "password_hash",
  "1",
  "'1'",
  "version()",
  "random()",
  "updatexml(1,1,1)",
  "__proto__",
  "constructor",
  "toString",
  "id\u0000",
  "ｉｄ",
  "${id}",
  "`id`",
];
const names = [
  "id'",
  'id"=1 or "1',
  "1=1",
  "1=1--",
  "id_",
  "_",
  "_equal",
  "constructor",
  "toString",
  "hasOwnProperty",
  "is_deleted",
  "password",
  "passwordHash",
  "password_hash",
  "where",
  "having",
  "orderBy",
  "sqlSegment",
  "ew.sqlSegment",
  "expCon",
  "keyword",
  "params[dataScope]",
  "id[]",
  "id.$gt",
];
const tails = [
  "equal'",
  'equal"',
  "equal or 1=1",
  "equal;",
  "sleep(20)",
  "pg_sleep(20)",
  "like%27",
  "in",
  "sql",
  "EQUAL",
  "constructor",
  "__proto__",
];
const values = [
  "' or '1'='1",
  "%' or 1=1--",
  "\\' or 1=1--",
  "'||pg_sleep(20)||'",
  "';select pg_sleep(20)--",
  "1) or (1=1",
  "$1",
  "%_\\",
  "{{7*7}}",
  "') union select password_hash from app_user--",
  "\\",
];

const lists = calls.filter((call) => call.input.shape === "query");
const isText = (field: Field | undefined) =>
  field?.kind === "text" || field?.kind === "long" || field?.kind === "texts";

/** What has to stand beside the number of a row: its kind. */
function kindOf({ fields }: Entity, name: string): [string, string][] {
  const kind = (fields as Fields)[name]?.within;
  return kind === undefined ? [] : [[kind, String(plausibleValue((fields as Fields)[kind] as Field))]];
}

/** Lists that had rows while they were read, so that «finds nothing» means something. */
const filled = new Set<string>();

describe("every list", () => {
  for (const call of lists) {
    const { entity, extra } = call.input as Extract<Shape, { shape: "query" }>;
    it(`${call.name}: refuses sorts, filters and suffixes that the list does not declare`, async () => {
      const refused = async (parameters: [string, string][]) => {
        const answer = await send(call, parameters);
        assert.equal(answer.statusCode, 400, `${JSON.stringify(parameters)}: ${answer.body.slice(0, 200)}`);
        assert.equal(answer.json().errorCode, "FIELD_INVALID");
      };
      for (const order of orders) for (const name of ["ascs", "descs"]) await refused([[name, order]]);
      // Given twice, the second one would be used by a server that checks only the first.
      if (call.method === "GET")
        await refused([
          ["ascs", "id"],
          ["ascs", "id'"],
        ]);
      for (const name of names.filter((one) => !Object.hasOwn(extra, one) && !entity.filters.includes(one)))
        await refused([[name, "1"]]);
      for (const filter of entity.filters)
        for (const tail of tails.filter(
          (one) => !Object.hasOwn(suffixes, one) || !Object.hasOwn(entity.fields, filter),
        ))
          await refused([[`${filter}_${tail}`, "1"]]);
    });

    const totalOf = (answer: Awaited<ReturnType<typeof send>>) =>
      call.output.shape === "file" ? 0 : Number(answer.json().data?.total ?? 0);
    it(`${call.name}: treats every value as a value`, async () => {
      const holds = totalOf(await send(call, [["size", "1"]])) > 0;
      if (holds) filled.add(call.name);
      const texts = [
        ...entity.filters.filter((name) => isText((entity.fields as Fields)[name])),
        ...Object.entries(extra).flatMap(([name, field]) => (isText(field) ? [name] : [])),
      ];
      for (const name of texts)
        for (const value of values) {
          const answer = await send(call, [[name, value], ...kindOf(entity, name)]);
          assert.ok(
            answer.statusCode === 200 || answer.statusCode === 400,
            `${name}=${value}: ${answer.statusCode} ${answer.body.slice(0, 200)}`,
          );
          if (answer.statusCode === 200 && holds) assert.equal(totalOf(answer), 0, `${name}=${value}`);
        }
    });
  }
});

describe("lists", () => {
  it("had rows to be found", () => assert.ok(filled.size >= 8, [...filled].join()));
});

describe("every list", () => {
  for (const call of calls.filter(({ style }) => style === "encrypted"))
    it(`${call.name}: takes only declared names as conditions, and treats values as values`, async () => {
      const { fields } = call.input as Extract<Shape, { shape: "record" }>;
      const texts = Object.entries(fields).flatMap(([name, part]) =>
        "kind" in part && ["text", "long", "code", "id"].includes(part.kind) ? [name] : [],
      );
      const base = Object.fromEntries(
        Object.entries(plausible(call.input) as Record<string, string>).filter(
          ([name]) => "kind" in (fields[name] as object) && (fields[name] as Field).need === "required",
        ),
      );
      for (const name of texts)
        for (const value of values) {
          const answer = await send(call, Object.entries({ ...base, [name]: value }));
          assert.ok(
            [200, 400, 404].includes(answer.statusCode),
            `${name}=${value}: ${answer.statusCode} ${answer.body.slice(0, 200)}`,
          );
          const { data } = answer.json();
          const found = Array.isArray(data) ? data.length : (data?.total ?? 0);
          // The answer is about the one program of the installation, whatever programNo says.
          if (answer.statusCode === 200 && name !== "programNo") assert.equal(Number(found), 0, `${name}=${value}`);
        }
    });
});
