import { Parameter } from "@jipei/contract/settings/parameter.ts";
import {
  type ParameterDefinition,
  counterparts,
  findParameterIssue,
  parameters,
} from "@jipei/contract/settings/parameters.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { getAudit, writeAudit } from "../core/entity/audit.ts";
import type { CrudOptions } from "../core/entity/crud.ts";
import { updateRow } from "../core/database/write-rows.ts";
import type { Tx } from "../core/database/db.ts";
import type { Services } from "../core/foundation/services.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { Refusal, refuseRows, invalidField } from "../core/foundation/refusal.ts";
import { everything } from "../core/database/sql.ts";
import { assertTenantOwner } from "../core/access/tenant-owner.ts";
import { rolesIn } from "./role-list.ts";
import { unknownRole } from "./settings.holds.ts";

const builtIn: Readonly<Record<string, ParameterDefinition>> = parameters;
const isBuiltIn = (key: string): boolean => Object.hasOwn(builtIn, key);

/** Refuses unknown roles: a misspelt one would silently mean nobody. @throws FIELD_INVALID naming the first that does not exist */
async function assertRoles(tx: Tx, aliases: readonly string[], { ports }: Services): Promise<void> {
  const [unknown] = await ports.ask(tx, unknownRole, aliases);
  if (unknown)
    throw invalidField("paramValue", "参数键值", "Value", `没有角色“${unknown}”`, `there is no role “${unknown}”`);
}

/** Writes the old and the new value of a parameter into its history. */
async function record(tx: Tx, actor: Actor, bizId: string, before: string | undefined, after: string): Promise<void> {
  const opinion = before === after ? null : `${before ?? ""} → ${after}`.slice(0, 500);
  await writeAudit(tx, actor, [
    { bizType: Parameter.name, bizId, action: before === undefined ? "add" : "edit", opinion, before, after },
  ]);
}

/** Sets the other of two weights to the rest, so that they add up to 1; otherwise totals could exceed 100. */
async function updateCounterpart(tx: Tx, actor: Actor, key: string, value: string): Promise<void> {
  const other = Object.hasOwn(counterparts, key) ? counterparts[key] : undefined;
  if (!other) return;
  const { rows } = await sql<{
    id: string;
    value: string;
  }>`select id, param_value as value from parameter where param_key = ${other} and is_deleted = 0 for update`.execute(
    tx,
  );
  const rest = new Decimal(1).minus(value);
  if (!rows[0] || rest.equals(rows[0].value)) return;
  const after = rest.toFixed(Math.max(2, rest.decimalPlaces()));
  await updateRow(tx, actor, Parameter, rows[0].id, { paramValue: after });
  await record(tx, actor, rows[0].id, rows[0].value, after);
}

/** Values of parameters are never cached but read when needed (settings.queries.ts), so a change takes effect at once on every node. */
export const parameterOptions: CrudOptions<typeof Parameter> = {
  entity: Parameter,
  resource: "param",
  scope: () => everything,
  async beforeSave(tx, actor, merged, old, app) {
    assertTenantOwner(actor);
    const key = merged.paramKey as string;
    if (old && old.paramKey !== key && isBuiltIn(old.paramKey))
      throw new Refusal("FIELD_FROZEN", {
        field: { zh: Parameter.fields.paramKey.zh, en: Parameter.fields.paramKey.en },
      });
    if (!/^[A-Za-z][\w.-]*$/.test(key))
      throw invalidField(
        "paramKey",
        "参数键名",
        "Key",
        "须以字母开头，由字母、数字、_、-、. 组成",
        "begins with a letter; letters, digits, _ - . only",
      );
    const definition = isBuiltIn(key) ? builtIn[key] : undefined;
    const issue = definition ? findParameterIssue(definition, merged.paramValue) : null;
    if (issue) throw invalidField("paramValue", "参数键值", "Value", issue.zh, issue.en);
    if (definition?.type === "roles") await assertRoles(tx, rolesIn(merged.paramValue), app);
    await refuseDuplicate(tx, Parameter, old?.id, { paramKey: key }, "DUPLICATE", {
      field: { zh: `参数键名“${key}”`, en: `Key “${key}”` },
    });
  },
  async afterSave(tx, actor, row, old) {
    await record(tx, actor, row.id, old?.paramValue, row.paramValue);
    await updateCounterpart(tx, actor, row.paramKey, row.paramValue);
  },
  async beforeRemove(tx, actor, rows) {
    assertTenantOwner(actor);
    const builtIn = rows.filter((row) => isBuiltIn(row.paramKey));
    refuseRows(
      "PARAM_BUILTIN",
      builtIn.map((row) => row.id),
    );
    await writeAudit(
      tx,
      actor,
      rows.map((row) => ({
        bizType: Parameter.name,
        bizId: row.id,
        action: "remove",
        opinion: row.paramKey,
        before: row.paramValue,
      })),
    );
  },
  detail: async (db, actor, row) => ({ auditList: await getAudit(db, actor, Parameter.name, row.id) }),
};
