import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { capabilities, defaultKeys } from "@jipei/contract/core/capabilities.ts";
import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import { type Action, type Machine, checkMachine, permissionOf, targetsOf } from "@jipei/contract/core/machine.ts";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { entities } from "@jipei/contract/entities.ts";
import { machines } from "@jipei/contract/machines.ts";
import { sql } from "kysely";
import type { Actor } from "../src/core/actor.ts";
import type { Tx } from "../src/core/db.ts";
import { isNotNull, storedFields } from "../src/core/ddl.ts";
import { Refusal } from "../src/core/refusal.ts";
import { everything } from "../src/core/sql.ts";
import { transition } from "../src/core/transition.ts";
import { plausibleValue } from "./rubbish.ts";
import { type TestApp, startTestApp } from "./test-app.ts";

/** Every machine, as a whole: well made, and obeyed for each state, action and role. Guards and effects have tests of their own. */
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const author = "1";
const entityOf = (machine: Machine): Entity<any> =>
  entities.find((entity) => entity.name === machine.entity) as Entity<any>;
const actionsOf = (machine: Machine): [string, Action][] => Object.entries(machine.actions);

for (const machine of machines as readonly Machine[]) {
  test(`${machine.name}: is well made`, () => {
    assert.deepEqual(checkMachine(machine), []);
    const entity = entityOf(machine);
    assert.ok(entity, `entity ${machine.entity}`);
    const field = (entity.fields as Record<string, Field>)[machine.field] as Field;
    assert.deepEqual(Object.keys(field.codes?.codes ?? {}).sort(), Object.keys(machine.states.codes).sort());
    // A call may carry the state it asks for as its command; nobody has to send the one that is.
    assert.ok(["computed", "optional"].includes(field.need));
    assert.ok(machine.resource in capabilities, machine.resource);
    for (const [name, action] of actionsOf(machine)) {
      assert.ok(/[\u4e00-\u9fff]/.test(action.zh) && /^[A-Z]/.test(action.en), name);
      assert.match(permissionOf(machine, name), /^[a-z]+(_[a-z]+)*$/);
    }
  });

  test(`${machine.name}: a role may move exactly what the table says`, () => {
    const faults: string[] = [];
    for (const [name] of actionsOf(machine))
      for (const role of roleAliases) {
        const key = permissionOf(machine, name);
        // Two actions may share a key; a role that holds it for one of them may press the button of the other.
        const meant = actionsOf(machine).some(
          ([other, action]) => permissionOf(machine, other) === key && action.by.includes(role),
        );
        const has = rightsOf(role).has(key);
        if (has && !meant && !defaultKeys(role).includes(key))
          faults.push(`${role} holds ${key} without being named for ${name}`);
        if (meant && !has) faults.push(`${role} lacks ${key}`);
      }
    assert.deepEqual(faults, []);
  });

  test(`${machine.name}: each state, action and role is answered as the table says`, async () => {
    for (const state of Object.keys(machine.states.codes))
      for (const [name, action] of actionsOf(machine))
        for (const role of roleAliases) {
          const answer = await attempt(machine, name, state, role);
          const expected = expectedOf(machine, name, action, state, role);
          assert.equal(answer, expected, `${role}: ${name} from ${state}`);
        }
  });

  test(`${machine.name}: nobody reviews his own`, async () => {
    for (const [name, action] of actionsOf(machine).filter(([, one]) => one.notOwn))
      for (const state of action.from)
        assert.equal(
          await attempt(machine, name, state, action.by[0] as RoleAlias, author),
          "SELF_REVIEW",
          `${name} from ${state}`,
        );
  });
}

const rights = new Map<RoleAlias, ReadonlySet<string>>();
function rightsOf(role: RoleAlias): ReadonlySet<string> {
  let known = rights.get(role);
  if (!known) rights.set(role, (known = app.as(role).actor.permissions));
  return known;
}

/** What the machine says to this attempt, in its order of checks. */
function expectedOf(machine: Machine, name: string, action: Action, state: string, role: RoleAlias): string {
  if (!rightsOf(role).has(permissionOf(machine, name))) return "ROLE_DENIED";
  if (!action.from.includes(state)) return "STATE_ILLEGAL";
  return action.reason ? `REASON_REQUIRED then ${targetsOf(action)[0]}` : (targetsOf(action)[0] as string);
}

/** Tries a move on a row made for it, without and then with a reason, and takes everything back. */
async function attempt(machine: Machine, name: string, state: string, role: RoleAlias, userId = "2"): Promise<string> {
  let answer = "";
  await inVain(async (tx) => {
    const id = await aRow(tx, entityOf(machine), machine.field, state);
    const actor: Actor = { ...app.as(role).actor, userId };
    const life = { machine, entity: entityOf(machine), scope: () => everything, moves: {} };
    const move = async (reason: string | null) =>
      (await transition(tx, actor, life, name, [id], { reason }, app))[0]?.[machine.field] as string;
    answer = await codeOf(() => move(null));
    if (answer === "REASON_REQUIRED") answer = `REASON_REQUIRED then ${await codeOf(() => move("测试原因"))}`;
  });
  return answer;
}

async function codeOf(work: () => Promise<string>): Promise<string> {
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

/** A row in a state, with its other columns as empty as may be: what they must hold is the business of guards, not of this test. */
async function aRow(tx: Tx, entity: Entity<any>, stateField: string, state: string): Promise<string> {
  const values: Record<string, unknown> = { createUser: author, updateUser: author, tenantId: "000000" };
  for (const [name, field] of storedFields(entity))
    if (field.need === "required") values[name] = field.encrypted ? app.cipher.encrypt("x") : plausibleValue(field);
  for (const [name, field] of storedFields(entity))
    if (field.encrypted && isNotNull(name, field)) values[`${name}Hash`] = app.cipher.hash("x");
  await free(entity.table);
  const names = Object.keys(values).concat(stateField);
  const { rows } = await sql<{
    id: string;
  }>`insert into ${sql.table(entity.table)} (${sql.raw(names.map(snake).join(", "))})
    values (${sql.join([...Object.values(values), state])}) returning id`.execute(tx);
  return (rows[0] as { id: string }).id;
}

/** Lets a table of this test's own database hold such rows: no references, checks or required columns but the state. */
async function free(table: string): Promise<void> {
  if (freed.has(table)) return;
  freed.add(table);
  const { rows } = await app.pool.query<{ statement: string }>(
    `select format('alter table %I drop constraint %I', $1::text, conname) as statement from pg_constraint where conrelid = $1::regclass and contype in ('f', 'c', 'x')
     union all select format('alter table %I alter column %I drop not null', $1::text, attname) from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attnotnull and attname <> 'id' and not attisdropped
     union all select format('drop index %I', indexrelid::regclass::text) from pg_index where indrelid = $1::regclass and indisunique and not indisprimary
     union all select format('alter table %I disable trigger %I', $1::text, tgname) from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  );
  for (const { statement } of rows) await app.pool.query(statement);
}
