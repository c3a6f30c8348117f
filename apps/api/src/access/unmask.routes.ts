import { unmask, unmaskPurpose } from "@jipei/contract/access/unmask.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { ValueOfShape } from "@jipei/contract/core/shape.ts";
import { sightOf } from "@jipei/contract/core/sight.ts";
import { type Actor, mustHold } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { hiddenFields } from "../core/data-scope.ts";
import type { Tx } from "../core/db.ts";
import { ownerOf } from "../core/files.ts";
import { type Route, writesPrepared } from "../core/implement.ts";
import { purposeOf } from "../core/purpose.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { readRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { countUnmask } from "../core/unmask-budget.ts";

type Input = ValueOfShape<typeof unmask.input>;

/** @throws FIELD_INVALID, RATE_LIMIT */
async function prepare(app: Services, actor: Actor, input: Input): Promise<string> {
  const purpose = purposeOf(input.purpose, unmaskPurpose);
  await countUnmask(app, actor);
  return purpose;
}

/** Of a row that the actor may see, what his role sees in part. What is hidden from him stays so. @throws FIELD_INVALID, ROLE_DENIED, NOT_FOUND, NOT_OWNER */
async function show(tx: Tx, actor: Actor, input: Input, app: Services, purpose: string): Promise<{ value: string }> {
  const owner = ownerOf(input.entity);
  const field: Field | undefined =
    owner && Object.hasOwn(owner.entity.fields, input.field) ? owner.entity.fields[input.field] : undefined;
  if (!owner || !field?.masked || field.masked === "proof" || field.masked === "parts" || field.writeOnly)
    throw invalidField("field", "字段", "Field", "不可查看", "cannot be shown");
  mustHold(actor, `${owner.resource}_view`);
  const row = await readRow(tx, owner.entity, owner.scope, actor, input.id);
  if (
    hiddenFields(owner.entity, actor)?.has(input.field) ||
    sightOf(actor, owner.entity, field.masked, "detail", row) === "hidden"
  )
    throw new Refusal("ROLE_DENIED");
  const kept: string | null = row[input.field] ?? null;
  if (kept === null) throw new Refusal("NOT_FOUND");
  await writeAudit(tx, actor, [
    { bizType: owner.entity.name, bizId: input.id, action: "unmask", opinion: `${field.zh}：${purpose}` },
  ]);
  return { value: field.encrypted ? app.cipher.decrypt(kept) : kept };
}

export const unmaskRoutes: Route[] = [writesPrepared(unmask, prepare, show)];
