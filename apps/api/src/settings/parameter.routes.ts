import { Parameter, parameterCalls } from "@jipei/contract/settings/parameter.ts";
import {
  type ParameterDefinition,
  counterparts,
  isSecurityParameter,
  parameterFault,
  parameters,
} from "@jipei/contract/settings/parameters.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { governing, previewable } from "../access/access.queries.ts";
import type { Actor } from "../core/actor.ts";
import { auditOf, writeAudit } from "../core/audit.ts";
import { crudRoutes, updateRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import type { Route } from "../core/implement.ts";
import { refuseTwin } from "../core/references.ts";
import { Refusal, failureOf, invalidField } from "../core/refusal.ts";
import { everything } from "../core/sql.ts";
import { mustRunTheHouse } from "../core/house.ts";
import { rolesIn } from "./settings.queries.ts";

const builtIn: Readonly<Record<string, ParameterDefinition>> = parameters;
const isBuiltIn = (key: string): boolean => Object.hasOwn(builtIn, key);

/** A misspelt role would silently ask nobody. @throws FIELD_INVALID naming the first that does not exist */
async function mustBeRoles(tx: Tx, aliases: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    alias: string;
  }>`select x as alias from unnest(${[...aliases]}::text[]) x where not exists (select from role where role_alias = x and is_deleted = 0) limit 1`.execute(
    tx,
  );
  if (rows[0])
    throw invalidField(
      "paramValue",
      "参数键值",
      "Value",
      `没有角色“${rows[0].alias}”`,
      `there is no role “${rows[0].alias}”`,
    );
}

/** The history of a parameter says which value it had. */
async function record(tx: Tx, actor: Actor, bizId: string, before: string | undefined, after: string): Promise<void> {
  const opinion = before === after ? null : `${before ?? ""} → ${after}`.slice(0, 500);
  await writeAudit(tx, actor, [
    { bizType: Parameter.name, bizId, action: before === undefined ? "add" : "edit", opinion, before, after },
  ]);
}

/** Weights that did not add up would print totals above 100: what one takes, the other leaves. */
async function keepWhole(tx: Tx, actor: Actor, key: string, value: string): Promise<void> {
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

/** Nobody keeps values of parameters: whoever needs one reads it (settings.queries.ts), so a change acts at once on every node. */
const options = governing(
  {
    entity: Parameter,
    resource: "param",
    scope: () => everything,
    async beforeSave(tx, actor, merged, old) {
      mustRunTheHouse(actor);
      const key = merged["paramKey"] as string;
      if (old && old["paramKey"] !== key && isBuiltIn(old["paramKey"]))
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
      const fault = definition ? parameterFault(definition, merged["paramValue"]) : null;
      if (fault) throw invalidField("paramValue", "参数键值", "Value", fault.zh, fault.en);
      if (definition?.type === "roles") await mustBeRoles(tx, rolesIn(merged["paramValue"]));
      await refuseTwin(tx, Parameter, old?.["id"], { paramKey: key }, "DUPLICATE", {
        field: { zh: `参数键名“${key}”`, en: `Key “${key}”` },
      });
      return {};
    },
    async afterSave(tx, actor, row, old) {
      await record(tx, actor, row["id"], old?.["paramValue"], row["paramValue"]);
      await keepWhole(tx, actor, row["paramKey"], row["paramValue"]);
    },
    async beforeRemove(tx, actor, rows) {
      mustRunTheHouse(actor);
      const kept = rows.filter((row) => isBuiltIn(row["paramKey"]));
      if (kept.length > 0)
        throw new Refusal(
          "PARAM_BUILTIN",
          {},
          kept.map((row) => failureOf(new Refusal("PARAM_BUILTIN"), row["id"])),
        );
      await writeAudit(
        tx,
        actor,
        rows.map((row) => ({
          bizType: Parameter.name,
          bizId: row["id"],
          action: "remove",
          opinion: row["paramKey"],
          before: row["paramValue"],
        })),
      );
    },
    detail: async (db, actor, row) => ({ auditList: await auditOf(db, actor, Parameter.name, row["id"]) }),
  },
  (row) => isSecurityParameter(row["paramKey"]),
);

export const parameterRoutes: Route[] = crudRoutes(parameterCalls, options).map(previewable);
