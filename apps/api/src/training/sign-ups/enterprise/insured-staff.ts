import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import type { known } from "@jipei/contract/core/fields/flags.ts";
import { EnterpriseSign } from "@jipei/contract/training/enterprise-sign.ts";
import { today } from "../../../core/foundation/clock.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import type { Db } from "../../../core/database/db.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { findCreditCode } from "../../../enterprises/enterprises.queries.ts";
import { lookUpMany } from "../../../external-data/external-data.queries.ts";

/** Whether the enterprise insures each of these people (1), does not (0), or the register gave no answer (2), by the keyed hash of their ID number. */
export type InsuredStaff = ReadonlyMap<string, CodeOf<typeof known>>;

/**
 * Asks the register which people an enterprise insures this month, before a transaction begins. No answer never means «no».
 * @param entSignId the sign-up it is asked for, as far as there is one
 * @returns null where the enterprise has no credit code yet, by which the register knows it
 */
export async function askInsured(
  app: Services,
  actor: Actor,
  idNumbers: readonly string[],
  entSignId: string | null,
): Promise<InsuredStaff | null> {
  const creditCode = await getCreditCode(app.db, actor);
  if (!creditCode) return null;
  const month = today().slice(0, 7);
  const subjects = idNumbers.map((idNumber) => ({ idNumber: idNumber.toUpperCase(), yearMonth: month }));
  const answers = await lookUpMany(app, actor, "getPersonInsured", subjects, {
    purpose: "企业报名 / Enterprise sign-up",
    bizType: EnterpriseSign.name,
    bizId: entSignId,
  });
  return new Map(
    answers.map(({ resultCode, resultData }, index) => {
      const isInsured = String(resultData?.isInsured) === "1" && resultData?.creditCode === creditCode ? "1" : "0";
      return [
        app.cipher.hash((subjects[index] as { idNumber: string }).idNumber),
        resultCode === "500" ? "2" : isInsured,
      ];
    }),
  );
}

const getCreditCode = async (db: Db, { entId }: Actor): Promise<string | null> =>
  entId ? findCreditCode(db, entId) : null;
