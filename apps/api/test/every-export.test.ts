// Slow: asks for every export of the product, in both languages, for each audience.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Audience } from "@jipei/contract/core/audience.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { readWorkbook } from "@jipei/xlsx/read-workbook.ts";
import { sql } from "kysely";
import { getKeys } from "../src/core/access/access-check.ts";
import { calls, domains } from "../src/domains.ts";
import { type TestApp, type TestUser, startTestApp } from "./support/test-app.ts";

/** What a call lists; null for a call that is no list. */
const listed = ({ input }: Call): Entity | null => (input.shape === "query" ? input.entity : null);
/** A list as a workbook; one may be had in other forms besides. */
const isExport = ({ output, ...call }: Call): boolean =>
  output.shape === "file" && output.types.includes("xlsx") && listed({ output, ...call }) !== null;
const lists = calls.filter((call) => call.method === "GET" && call.output.shape !== "file" && listed(call) !== null);
const exports = calls.filter(isExport);

const extraOf = ({ input }: Call): object => (input.shape === "query" ? input.extra : {});
/** Those in full, for a purpose, have rights and tests of their own. */
const isInFull = (call: Call): boolean => "purpose" in extraOf(call);
const isOpen = ({ access }: Call): boolean => access === "public" || access === "signedIn";

const plain = exports.filter((call) => !isInFull(call));

/** Entities whose lists have no export, and why. */
const without: Readonly<Record<string, string>> = {};

describe("lists of the product", () => {
  it("can be exported by whoever may export their rows, or stand here with the reason", () => {
    const exported = new Set(exports.map((call) => listed(call)?.name));
    const missing = lists.flatMap((call) => {
      const name = listed(call)?.name ?? "";
      return exported.has(name) || Object.hasOwn(without, name) ? [] : `${call.name} of ${name}`;
    });
    assert.deepEqual(missing, []);
    assert.deepEqual(
      Object.keys(without).filter((name) => exported.has(name)),
      [],
      "an excuse without need",
    );
  });

  it("are exported by the key of their own resource", () => {
    const viewed = new Set(lists.flatMap((call) => (isOpen(call) ? [] : [...getKeys(call.access)])));
    assert.deepEqual(
      plain
        .flatMap((call) => [...getKeys(call.access as string)])
        .filter((key) => !viewed.has(key.replace(/_export$/, "_view"))),
      [],
    );
  });

  it("have the job of a long export, once for each", () => {
    const names = domains
      .flatMap(({ routes }) => routes.flatMap(({ worker }) => worker?.name ?? []))
      .filter((name) => name.startsWith("export."));
    assert.equal(new Set(names).size, names.length);
    assert.equal(names.length, exports.length);
  });
});

describe("exports of the product", () => {
  const roleOf: Readonly<Record<Audience, RoleAlias>> = {
    bureau: "clerk",
    institution: "orgAdmin",
    enterprise: "entAdmin",
    person: "student",
  };
  const keys = new Set(plain.flatMap((call) => (isOpen(call) ? [] : [...getKeys(call.access)])));
  let app: TestApp;
  const users = new Map<Audience, TestUser>();
  before(async () => {
    app = await startTestApp();
    for (const audience of Object.keys(roleOf) as Audience[])
      users.set(
        audience,
        app.as(roleOf[audience], {
          permissions: keys,
          ...(audience === "institution" && { orgId: "1" }),
          ...(audience === "enterprise" && { entId: "1" }),
          ...(audience === "person" && { accountId: "1" }),
        }),
      );
  });
  after(() => app.close());

  for (const language of ["zh", "en"] as const)
    it(`answer a workbook with a header of different words, in ${language}, to each audience`, async () => {
      const ambiguous = new Set<string>();
      for (const call of plain)
        for (const audience of call.audience ?? (["bureau", "institution"] as const)) {
          const answer = await app.http.inject({
            method: "GET",
            url: call.path,
            headers: { token: users.get(audience)?.token ?? "", "accept-language": language },
          });
          assert.equal(answer.statusCode, 200, `${call.name}: ${answer.body.slice(0, 300)}`);
          const rows: (readonly unknown[])[] = [];
          for await (const { values } of readWorkbook(answer.rawPayload)) rows.push(values);
          const head = rows[0] ?? [];
          assert.ok(head.length > 1, `${call.name}: ${head.join()}`);
          const twice = head.filter((header, at) => head.indexOf(header) < at);
          if (twice.length > 0) ambiguous.add(`${call.name}: ${twice.join()}`);
        }
      assert.deepEqual([...ambiguous], []);
    });

  it("leave in the history who took them", async () => {
    const { rows } = await sql<{ took: string }>`
      select distinct operator_id || ' ' || biz_type as took from audit_record where action = 'export'`.execute(app.db);
    const entries = new Set(rows.map(({ took }) => took));
    const wanted = plain.flatMap((call) =>
      (call.audience ?? (["bureau", "institution"] as const)).map(
        (audience) => `${users.get(audience)?.actor.userId} ${listed(call)?.name}`,
      ),
    );
    assert.deepEqual(
      wanted.filter((entry) => !entries.has(entry)),
      [],
    );
  });
});
