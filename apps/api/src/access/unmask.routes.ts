import { unmask, unmaskPurpose } from "@jipei/contract/access/unmask.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { getSight } from "@jipei/contract/core/fields/sight.ts";
import { type Actor, assertRight } from "../core/foundation/actor.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { hiddenFields } from "../core/access/data-scope.ts";
import type { Tx } from "../core/database/db.ts";
import { findOwner } from "../core/storage/files.ts";
import { type Route, writesPrepared } from "../core/http/implement.ts";
import { getPurpose } from "../core/security/purpose.ts";
import { Refusal, invalidField } from "../core/foundation/refusal.ts";
import { readRow } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { countUnmask } from "../core/security/unmask-budget.ts";

type Input = ValueOfShape<typeof unmask.input>;

/** @throws FIELD_INVALID, RATE_LIMIT */
async function prepare(app: Services, actor: Actor, input: Input): Promise<string> {
  const purpose = getPurpose(input.purpose, unmaskPurpose);
  await countUnmask(app, actor);
  return purpose;
}

/** The full value of a masked field, in a row that the actor may see. Fields hidden from the actor stay hidden. @throws FIELD_INVALID, ROLE_DENIED, NOT_FOUND, NOT_OWNER */
async function show(tx: Tx, actor: Actor, input: Input, app: Services, purpose: string): Promise<{ value: string }> {
  const owner = findOwner(input.entity);
  const field: Field | undefined =
    owner && Object.hasOwn(owner.entity.fields, input.field) ? owner.entity.fields[input.field] : undefined;
  if (!owner || !field?.masked || field.masked === "proof" || field.masked === "parts" || field.writeOnly)
    throw invalidField("field", "字段", "Field", "不可查看", "cannot be shown");
  assertRight(actor, owner.resource, "view");
  const row = await readRow(tx, owner.entity, owner.scope, actor, input.id);
  if (
    hiddenFields(owner.entity, actor)?.has(input.field) ||
    getSight(actor, owner.entity, field.masked, "detail", row) === "hidden"
  )
    throw new Refusal("ROLE_DENIED");
  const stored = ((row as Readonly<Record<string, unknown>>)[input.field] ?? null) as string | null;
  if (stored === null) throw new Refusal("NOT_FOUND");
  await writeAudit(tx, actor, [
    { bizType: owner.entity.name, bizId: input.id, action: "unmask", opinion: `${field.zh}：${purpose}` },
  ]);
  return { value: field.encrypted ? app.cipher.decrypt(stored) : stored };
}

export const unmaskRoutes: Route[] = [writesPrepared(unmask, prepare, show)];
