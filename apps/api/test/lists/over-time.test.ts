import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { moveClock } from "../../src/core/foundation/clock.ts";
import type { Actor } from "../../src/core/foundation/actor.ts";
import { calls } from "../../src/domains.ts";
import { unmarked } from "../statements/places.ts";
import { sentStatements } from "../statements/sent-statements.ts";
import { type TestApp, type TestUser, everyPermission, startTestApp } from "../support/test-app.ts";

/**
 * Totals of long lists are cached by the conditions of their lists. A condition with the present second in it is another one in each second, so that
 * a million rows would be counted at each call: `present` (core/database/sql.ts) is not.
 */
let app: TestApp;
before(async () => (app = await startTestApp()));
after(async () => {
  moveClock(0);
  await app.close();
});

const users: Readonly<Record<string, [RoleAlias, Partial<Actor>?]>> = {
  "the bureau": ["clerk", { permissions: everyPermission }],
  institutions: ["orgAdmin", { orgId: "1" }],
  enterprises: ["entAdmin", { entId: "1" }],
  people: ["student", { accountId: "1", idNumberHash: "x" }],
};
const lists = calls.filter(({ input, method }) => input.shape === "query" && method === "GET");

/** Noon is far from the next day. */
const untilNoon = () => 0.5 - (((Date.now() / 86_400_000) % 1) + 8 / 24);

/** The conditions by which the total of a list is cached. */
async function conditionsOf({ token }: TestUser, path: string): Promise<string[]> {
  const [, sent] = await sentStatements(() => app.http.inject({ url: path, headers: token ? { token } : {} }));
  return sent
    .map(({ text, values }) => `${unmarked(text)} ${JSON.stringify(values)}`)
    .filter((text) => text.startsWith("select count(*) as n from"));
}

describe("a list that is asked again after two seconds", () => {
  for (const [who, [role, unit]] of [...Object.entries(users), ["guests", []] as const])
    it(`is the same list for ${who}`, async () => {
      const user = role ? app.as(role, unit) : app.stranger;
      let counted = 0;
      for (const { name, path } of lists) {
        moveClock(untilNoon());
        const first = await conditionsOf(user, path);
        moveClock(untilNoon() + 2 / 86_400);
        const later = await conditionsOf(user, path);
        assert.deepEqual(
          later.filter((one) => !first.includes(one)),
          [],
          name,
        );
        counted += first.length;
      }
      assert.ok(counted > 0);
    });
});
