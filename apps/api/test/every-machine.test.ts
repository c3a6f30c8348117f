// Slow: tries every action of every state machine in every state, as each role.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { capabilities, defaultKeys } from "@jipei/contract/capabilities.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { type Action, type Machine, checkMachine, getPermission, getTargets } from "@jipei/contract/core/machine.ts";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { entities } from "@jipei/contract/entities.ts";
import { machines } from "@jipei/contract/machines.ts";
import { sql } from "kysely";
import type { Actor } from "../src/core/foundation/actor.ts";
import type { Tx } from "../src/core/database/db.ts";
import { isNotNull, storedFields } from "../src/core/database/ddl.ts";
import { getPorts } from "../src/core/foundation/ports.ts";
import { Refusal } from "../src/core/foundation/refusal.ts";
import type { Services } from "../src/core/foundation/services.ts";
import { everything } from "../src/core/database/sql.ts";
import { transition } from "../src/core/entity/transition.ts";
import { getBaseTable } from "./support/entity-views.ts";
import { plausibleValue } from "./support/hostile/rubbish.ts";
import { type TestApp, everyPermission, startTestApp } from "./support/test-app.ts";

/** Every state machine as a whole: consistent, and obeyed for each state, action and role. Guards, effects and reactions have tests of their own. */
let app: TestApp;
let services: Services;
before(async () => {
  app = await startTestApp();
  services = { ...app.services, ports: getPorts([]) };
});
after(() => app.close());

const author = "1";
const getEntity = (machine: Machine): Entity => entities.find((entity) => entity.name === machine.entity) as Entity;
const getActions = (machine: Machine): [string, Action][] => Object.entries(machine.actions);

describe("every machine", () => {
  for (const machine of machines as readonly Machine[]) {
    it(`${machine.name} of ${machine.en}: is consistent`, () => {
      assert.deepEqual(checkMachine(machine), []);
      const entity = getEntity(machine);
      assert.ok(entity, `entity ${machine.entity}`);
      const field = (entity.fields as Record<string, Field>)[machine.field] as Field;
      assert.deepEqual(Object.keys(field.codes?.codes ?? {}).sort(), Object.keys(machine.states.codes).sort());
      // A call may carry the target state as its command, but then nobody has to send it.
      assert.ok(["computed", "optional"].includes(field.need));
      assert.ok(machine.resource in capabilities, machine.resource);
      for (const [name, action] of getActions(machine)) {
        assert.ok(/[\u4e00-\u9fff]/.test(action.zh) && /^[A-Z]/.test(action.en), name);
        assert.match(getPermission(machine, name), /^[a-z]+(_[a-z]+)*$/);
      }
    });

    it(`${machine.name} of ${machine.en}: the permission of each move opens a call`, () => {
      assert.deepEqual(
        getActions(machine).flatMap(([name, { clock }]) =>
          clock || everyPermission.has(getPermission(machine, name)) ? [] : [name],
        ),
        [],
        "no call makes these moves",
      );
    });

    it(`${machine.name} of ${machine.en}: each role may make exactly the moves that the table states`, () => {
      const issues: string[] = [];
      for (const [name] of getActions(machine))
        for (const role of roleAliases) {
          const key = getPermission(machine, name);
          // Two actions may share a permission: a role that holds it for one of them may also press the button of the other.
          const meant = getActions(machine).some(
            ([other, action]) => getPermission(machine, other) === key && action.by.includes(role),
          );
          const has = getRights(role).has(key);
          if (has && !meant && !defaultKeys(role).includes(key))
            issues.push(`${role} holds ${key} without being named for ${name}`);
          if (meant && !has) issues.push(`${role} lacks ${key}`);
        }
      assert.deepEqual(issues, []);
    });

    it(`${machine.name} of ${machine.en}: answers each state, action and role as the table states`, async () => {
      for (const state of Object.keys(machine.states.codes))
        for (const [name, action] of getActions(machine))
          for (const role of roleAliases) {
            const answer = await attempt(machine, name, state, role);
            const expected = getExpected(machine, name, action, state, role);
            assert.equal(answer, expected, `${role}: ${name} from ${state}`);
          }
    });

    it(`${machine.name} of ${machine.en}: refuses reviewers who decide on their own rows`, async () => {
      for (const [name, action] of getActions(machine).filter(([, one]) => one.notOwn))
        for (const state of action.from)
          assert.equal(
            await attempt(machine, name, state, action.by[0] as RoleAlias, author),
            "SELF_REVIEW",
            `${name} from ${state}`,
          );
    });
  }
});

const rights = new Map<RoleAlias, ReadonlySet<string>>();
function getRights(role: RoleAlias): ReadonlySet<string> {
  let known = rights.get(role);
  if (!known) rights.set(role, (known = app.as(role).actor.permissions));
  return known;
}

/** The answer that the machine must give to this attempt, in its order of checks. */
function getExpected(machine: Machine, name: string, action: Action, state: string, role: RoleAlias): string {
  if (!getRights(role).has(getPermission(machine, name))) return "ROLE_DENIED";
  if (!action.from.includes(state)) return "STATE_ILLEGAL";
  return action.reason ? `REASON_REQUIRED then ${getTargets(action)[0]}` : (getTargets(action)[0] as string);
}

/** Tries a move on a row made for it, first without and then with a reason, and rolls everything back. */
async function attempt(machine: Machine, name: string, state: string, role: RoleAlias, userId = "2"): Promise<string> {
  let answer = "";
  await inVain(async (tx) => {
    const id = await aRow(tx, getEntity(machine), machine.field, state);
    const actor: Actor = { ...app.as(role).actor, userId };
    const life = { machine, entity: getEntity(machine), scope: () => everything, moves: { [name]: {} } };
    const move = async (reason: string | null) =>
      (await transition(tx, actor, life, name, [id], { reason }, services))[0]?.[machine.field] as string;
    answer = await getCode(() => move(null));
    if (answer === "REASON_REQUIRED") answer = `REASON_REQUIRED then ${await getCode(() => move("测试原因"))}`;
  });
  return answer;
}

async function getCode(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const taken = new Error("taken back");
async function inVain(work: (tx: Tx) => Promise<void>): Promise<void> {
  await app.db
    .transaction()
    .execute(async (tx) => {
      await work(tx);
      throw taken;
    })
    .catch((error: unknown) => {
      if (error !== taken) throw error;
    });
}

const freed = new Set<string>();

/** A row in a state, with its other columns as empty as possible: what they must hold is the task of guards, which this test leaves out. */
async function aRow(tx: Tx, entity: Entity, stateField: string, state: string): Promise<string> {
  const values: Record<string, unknown> = { createUser: author, updateUser: author, tenantId: "000000" };
  for (const [name, field] of storedFields(entity))
    if (field.need === "required") values[name] = field.encrypted ? app.cipher.encrypt("x") : plausibleValue(field);
  if ("pendingFilers" in entity.fields) values.pendingFilers = [author];
  for (const [name, field] of storedFields(entity))
    if (field.encrypted && isNotNull(name, field)) values[`${name}Hash`] = app.cipher.hash("x");
  await free(getBaseTable(entity.table));
  const names = Object.keys(values).concat(stateField);
  const { rows } = await sql<{
    id: string;
  }>`insert into ${sql.table(entity.table)} (${sql.raw(names.map(snake).join(", "))})
    values (${sql.join([...Object.values(values), state])}) returning id`.execute(tx);
  return (rows[0] as { id: string }).id;
}

/** Lets a table of this test's database hold such rows: no references, checks or required columns except the state. */
async function free(table: string): Promise<void> {
  if (freed.has(table)) return;
  freed.add(table);
  const { rows } = await app.pool.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
       where (conrelid = $1::regclass and contype in ('f', 'c', 'x')) or (confrelid = $1::regclass and contype = 'f')
     union all select format('alter table %I alter column %I drop not null', $1::text, attname) from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attnotnull and attname <> 'id' and not attisdropped
     union all select format('drop index %I', indexrelid::regclass::text) from pg_index where indrelid = $1::regclass and indisunique and not indisprimary
     union all select format('alter table %I disable trigger %I', $1::text, tgname) from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  );
  for (const { statement } of rows) await app.pool.query(statement);
}
