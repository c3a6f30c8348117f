// Slow: sends rows of every kind of the demo county back as they were answered.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import type { Fields } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { datasourceCalls, postgresDriver } from "@jipei/contract/develop/datasource.ts";
import { entities } from "@jipei/contract/entities.ts";
import { machines } from "@jipei/contract/machines.ts";
import { accessChecks } from "../src/core/access/access-check.ts";
import { listed } from "../src/core/database/sql.ts";
import { calls } from "../src/domains.ts";
import { type Crawl, startCrawl } from "./crawl/crawl-sessions.ts";
import { aCode } from "./factories/develop.ts";
import type { TestUser } from "./support/test-app.ts";
import { wireFields } from "./wire/wire-fields.ts";

/** Clients of the family send back the row that they were shown. What the server answers it accepts, and the row stays as it is. */
let crawl: Crawl;
before(async () => {
  crawl = await startCrawl();
  // The county has no data source but its own, which nobody edits, and generates no code.
  const admin = crawl.sessions.get("sysAdmin") as TestUser;
  await admin.call(datasourceCalls.submit, {
    name: "业务库",
    driverClass: postgresDriver,
    url: "postgresql://198.41.0.4:5432/business",
    username: "reader",
    password: "a-secret-of-its-own",
  });
  await aCode(crawl.app, admin);
});
after(() => crawl.close());

const roles = roleAliases.filter((role) => role !== "guest");
/** Rows of each list that are sent back. */
const rowCount = 2;

/** What a save changes whatever it says: it is in the history, too, and registers are asked anew. */
const stamps: ReadonlySet<string> = new Set(["version", "updateTime", "updateUser", "auditList", "verifyTime"]);
/** The state of a row does not allow anybody to edit it. */
const stateCodes: ReadonlySet<ErrorCode> = new Set([
  "STATE_ILLEGAL",
  "CLASS_LOCKED",
  "INJURY_LOCKED",
  "ATTACH_IN_USE",
  "DATASOURCE_BUILTIN",
]);

type Row = Record<string, unknown> & { id: string };
interface Answer {
  status: number;
  data: unknown;
  errorCode: ErrorCode | null;
  said: string;
  fields: (string | null)[];
}

async function ask(role: RoleAlias, call: Call, input: Readonly<Record<string, unknown>>): Promise<Answer> {
  const user = crawl.sessions.get(role);
  const inAddress = call.method === "GET";
  const pairs = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await crawl.app.http.inject({
    method: call.method,
    url: inAddress ? `${call.path}?${new URLSearchParams(pairs)}` : call.path,
    headers: { token: user?.token ?? "" },
    ...(!inAddress && { payload: input }),
  });
  const {
    data,
    errorCode = null,
    msgEn = "",
  } = response.json<{ data: unknown; errorCode?: ErrorCode; msgEn?: string }>();
  const failures = (data as { failures?: { field: string | null }[] } | null)?.failures ?? [];
  return { status: response.statusCode, data, errorCode, said: msgEn, fields: failures.map(({ field }) => field) };
}

const named = new Map(calls.map((call) => [call.name, call]));
/** Whether an answer is rows of an entity. */
const answers = (output: Shape, entity: Entity): boolean =>
  output.shape === "page" || output.shape === "list"
    ? answers(output.of, entity)
    : (output.shape === "row" || output.shape === "branch") && output.entity === entity;
/** An entity that is saved as it is answered, with every list that answers rows of it. */
const saved = entities.flatMap((entity) => {
  const submit = named.get(`${entity.name}.submit`);
  const details = calls.filter(
    ({ method, output }) => method === "GET" && output.shape === "row" && output.entity === entity,
  );
  const detail = details.find(({ name }) => name === `${entity.name}.detail`) ?? details[0];
  const lists = calls.filter(
    ({ method, writes, output }) => method === "GET" && !writes && output.shape !== "row" && answers(output, entity),
  );
  return detail && submit ? [{ entity, lists, detail, submit }] : [];
});

const mayCall = (role: RoleAlias, call: Call): boolean => {
  const actor = crawl.sessions.get(role)?.actor;
  return actor !== undefined && (call.access === "public" || accessChecks.every(({ passes }) => passes(actor, call)));
};

/** Roles of the bureau, an institution, an enterprise and people who may call; two of each audience, since more of them are shown the same rows. */
function getSenders(call: Call): RoleAlias[] {
  const able = roles.filter((role) => mayCall(role, call));
  return [...Map.groupBy(able, (role) => crawl.sessions.get(role)?.actor.audience).values()].flatMap((some) =>
    some.slice(0, 2),
  );
}

/** Some calls take the row, or several of them, as a part of what they are told. */
function getBody({ input }: Call, row: Row): Readonly<Record<string, unknown>> {
  for (const [name, part] of input.shape === "record" ? Object.entries(input.fields) : []) {
    if (!("shape" in part)) continue;
    if (part.shape === "save") return { [name]: row };
    if (part.shape === "list" && part.of.shape === "save") return { [name]: [row] };
  }
  return row;
}

/** Entities that the demo county has no row of which somebody here could send back. */
const noneInTheCounty = [
  "ApiScope",
  "DataScope",
  "IdentityProvider",
  "PaymentObjection",
  "Post",
  "StudentFee",
  "StudentQuestion",
  "TeacherEngagement",
  "TrainEvaluation",
];
/** … all of whose rows are in a state that nobody edits, or somebody else's. */
const beyondEditing = [
  "CompetitionRegister",
  "EnterpriseSubsidyApplication",
  "EnterpriseSubsidyLine",
  "EnterpriseTestApplication",
  "Finding",
  "Grade",
  "HighSkillTraining",
  "Investigation",
  "JsyxRecord",
  "Lesson",
  "OrganisationPlan",
  "SafetyTraining",
  "SignUp",
  "SkillTraining",
  "StartupTraining",
  "TestApplication",
  "TrainNews",
  "TrainingBase",
  "TrainingProject",
  "WorkReport",
];
/** Entities of which somebody could send back a row. */
const accepted = new Set<Entity>();

/** A value without stamps, those of the rows in it neither. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (stamps.has(name) ? [] : [[name, settled(part)]])),
  );
}

/** The rows of a list, those below branches of a tree among them. */
const flatten = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => [row, ...flatten((row.children ?? []) as Row[])]);
function getRows(data: unknown): Row[] {
  const rows = Array.isArray(data) ? data : ((data as { records?: unknown } | null)?.records ?? []);
  return flatten(rows as Row[]);
}

describe("submit of a row as lists and detail answer it", () => {
  for (const { entity, lists, detail, submit } of saved)
    it(`${entity.name}: is accepted and leaves the row as it is`, async () => {
      const drafts = machines.flatMap((machine) =>
        machine.entity === entity.name && machine.initial ? [{ [machine.field]: machine.initial }] : [],
      );
      for (const role of getSenders(submit)) {
        const opened = new Set<string>();
        for (const list of lists.filter((one) => mayCall(role, one)))
          for (const row of await getSome(role, list)) {
            await sendBack(role, list, row, opened.has(row.id));
            opened.add(row.id);
          }
      }

      /** The first rows of a list, and those that are still drafts. */
      async function getSome(role: RoleAlias, list: Call): Promise<Row[]> {
        const found = await Promise.all(
          [{}, ...drafts].map(async (filter) => getRows((await ask(role, list, { size: rowCount, ...filter })).data)),
        );
        return found.flatMap((rows) => rows.slice(0, rowCount));
      }

      /** Every field that clients know has its key; but lists leave long ones out. */
      function assertHas(call: Call, row: Row): void {
        const missing = wireFields(entity).filter(({ name, kind }) => {
          const field = (entity.fields as Fields)[name];
          const isLeftOut = kind === "secret" || field?.writeOnly || (call !== detail && (!field || !listed(field)));
          return !isLeftOut && !(name in row);
        });
        assert.deepEqual(missing, [], call.name);
      }

      /** @param isKnown whether the row was sent back before as its detail answers it */
      async function sendBack(role: RoleAlias, list: Call, shown: Row, isKnown: boolean): Promise<void> {
        // A region is opened by its code.
        const key = { id: shown.id, ...(entity.name === "Region" && { code: shown.code }) };
        const open = async () => (await ask(role, detail, key)).data as Row | null;
        let whole = await open();
        assertHas(list, shown);
        if (whole) assertHas(detail, whole);
        for (const source of isKnown ? [list] : [list, detail]) {
          if (!whole) return;
          const answered = source === detail ? whole : shown;
          const answer = await ask(role, submit, getBody(submit, { ...answered, version: whole.version }));
          if (answer.status === 403 || (answer.errorCode && stateCodes.has(answer.errorCode))) return;
          const place = `${role}, row ${shown.id} of ${source.name}`;
          assert.equal(answer.status, 200, `${place}: ${answer.said} ${answer.fields}`);
          accepted.add(entity);
          const saved = await open();
          assert.deepEqual(settled(saved), settled(whole), place);
          whole = saved;
        }
      }
    });

  it("is tried of every entity but those that the county has no fitting row of", () => {
    const untried = saved.flatMap(({ entity }) => (accepted.has(entity) ? [] : [entity.name]));
    assert.deepEqual(untried.toSorted(), [...noneInTheCounty, ...beyondEditing].toSorted());
  });
});
