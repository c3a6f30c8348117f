import { Investigation, inspection, neededFields } from "@jipei/contract/inspection/investigation.ts";
import { getLeastChecked } from "@jipei/contract/inspection/investigation-codes.ts";
import { isEmpty } from "@jipei/contract/core/fields/check-field.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { getOwnActions } from "../core/entity/audit.ts";
import type { Guard } from "../core/entity/transition.ts";
import { type Failure, InvalidFields, Refusal } from "../core/foundation/refusal.ts";
import { countChecked, getSampleFigures } from "./sample.ts";

/** Everything that the kind needs is filled in. @throws FIELD_INVALID naming each missing field */
export const complete: Guard<typeof Investigation> = (_tx, _actor, row) => {
  const missing = neededFields[row.investigateKind].filter((name) => isEmpty(row[name]));
  const failures = missing.map((name): Failure => {
    const field: Field = Investigation.fields[name];
    return {
      errorCode: "FIELD_INVALID",
      id: null,
      field: name,
      msg: `${field.zh}必填`,
      msgEn: `${field.en} is required`,
    };
  });
  if (failures.length > 0) throw new InvalidFields(failures);
};

/** An inspection has asked a tenth of the students, at least three. @throws CHECK_COUNT */
export const enoughChecked: Guard<typeof Investigation> = async (tx, _actor, row) => {
  if (row.investigateKind !== inspection) return;
  const figures = await getSampleFigures(tx, row.id);
  const n = Math.max(1, getLeastChecked(figures.students));
  if (countChecked(figures, row.isReal) < n) throw new Refusal("CHECK_COUNT", { n });
};

/** Whoever wrote, drew or asked does not verify. @throws SELF_REVIEW */
export const notWorkedOn: Guard<typeof Investigation> = async (tx, actor, row) => {
  const done = await getOwnActions(tx, actor.userId, Investigation.name, row.id);
  if (done.some(({ action }) => action !== "back" && action !== "verify")) throw new Refusal("SELF_REVIEW");
};
