// Slow: a user of each of twelve roles reads every list, detail and export of the demo county.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { studentCalls } from "@jipei/contract/training/student.ts";
import { isRebuilt } from "./crawl-rebuild.ts";
import { Reader } from "./crawl-reader.ts";
import { readableTo } from "./crawl-rules.ts";
import { searchAll } from "./crawl-search.ts";
import { type Crawl, startCrawl } from "./crawl-sessions.ts";
import { type Person, type Truth, fillPersonalData, personalEntities, readTruth } from "./crawl-truth.ts";
import { readingCalls, walk } from "./crawl-walk.ts";
import type { TestUser } from "../support/test-app.ts";

/** A user of each role reads every answer they get, and tries to find values that are masked for them. */
let crawl: Crawl;
let truths: Truth[];
let people: Map<string, Person>;
/** Birthdays of users, by account. */
let users: Map<string, string>;
/** Calls that were answered for some role, and persons whose masked numbers some role saw. */
const answered = new Set<string>();
const met = new Set<string>();
/** Entities of which some role saw a row. */
const shown = new Set<string>();
before(async () => {
  crawl = await startCrawl();
  await fillPersonalData(crawl.app);
  ({ truths, people } = await readTruth(crawl.app));
  const { rows } = await crawl.app.pool.query<{ account: string; birthday: string }>(
    "select account, birthday::text from app_user where is_deleted = 0",
  );
  users = new Map(rows.map(({ account, birthday }) => [account, birthday]));
});
after(() => crawl.close());

const getUser = (role: RoleAlias) => crawl.sessions.get(role) as TestUser;

for (const role of roleAliases)
  describe(`crawling as ${role}`, () => {
    it("meets no server error, and learns no masked value from lists, details and exports", async () => {
      const user = getUser(role);
      const readable = await readableTo(crawl.app, role, user.actor, truths);
      const reader = new Reader(truths, people, readable, users);
      const issues: string[] = [];
      const ids = await walk(crawl.app.http, user, async (answer) => {
        if (answer.status === 200) answered.add(answer.call.name);
        if (answer.status >= 500) issues.push(`${answer.call.name} ${JSON.stringify(answer.input)}: ${answer.status}`);
        await reader.read(answer);
      });
      for (const entity of ids.keys()) shown.add(entity);
      for (const [idNumber, { masks }] of reader.evidence) if (masks.size > 0) met.add(idNumber);
      assert.deepEqual(issues, []);
      assert.deepEqual(reader.wholes, [], "values shown in full");
      const rebuilt = [...reader.evidence].filter(([idNumber, evidence]) => isRebuilt(evidence, idNumber));
      assert.deepEqual(rebuilt, [], "ID numbers that can be rebuilt");
    });

    it("is refused every order and search by masked fields, except the searches that are counted", async () => {
      assert.deepEqual(await searchAll(crawl.app, role, getUser(role)), []);
    });
  });

describe("the crawl", () => {
  it("reads hundreds of persons whose numbers are masked", () => assert.ok(met.size > 500, `${met.size} people`));

  it("gets an answer from every call that shows rows with personal data", () => {
    const names = new Set(personalEntities.map(({ name }) => name));
    // Exports in full for a stated purpose have tests of their own; entities without rows in the demo county have no detail to read.
    // What is found by its number is the detail, which is read by id.
    const isAsked = ({ name, input, output }: (typeof readingCalls)[number]) =>
      name !== "EnterpriseClass.getClassByNo" &&
      (input.shape === "query"
        ? names.has(input.entity.name) && !("purpose" in input.extra)
        : output.shape === "row" && names.has(output.entity.name) && shown.has(output.entity.name));
    const asked = readingCalls.filter(isAsked);
    assert.ok(asked.length > 60);
    assert.deepEqual(
      asked.map(({ name }) => name).filter((name) => !answered.has(name)),
      [],
    );
  });

  it("counts exact searches by masked values, also without a match, and records them in the history without the value", async () => {
    const auditor = crawl.app.as("auditor");
    for (let n = 0; n < 60; n++)
      await auditor.list(studentCalls.list, { phone: `1390000${String(n).padStart(4, "0")}` });
    await auditor.list(studentCalls.list, { phone: "13900000001", current: "2" });
    assert.equal((await auditor.refused(studentCalls.list, { phone: "13900000099" })).errorCode, "RATE_LIMIT");
    const { rows } = await crawl.app.pool.query(
      `select biz_type, opinion, before, after, count(*)::int as n from audit_record where action = 'search' and operator_id = $1 group by 1, 2, 3, 4`,
      [auditor.actor.userId],
    );
    assert.deepEqual(rows, [{ biz_type: "Student", opinion: "手机号码", before: null, after: null, n: 60 }]);
  });
});
