import { TrainEmployment } from "@jipei/contract/outcomes/train-employment.ts";
import type { Answer } from "@jipei/contract/external-data/ext-query.ts";
import type { Draft } from "../core/entity/columns.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { now, today } from "../core/foundation/clock.ts";
import type { Services } from "../core/foundation/services.ts";
import { lookUpMany } from "../external-data/external-data.queries.ts";
import { findContract, getInsurance, isSilent } from "../training/training.queries.ts";

/** What the registers say of somebody’s work today. */
export interface Work {
  insured: Answer;
  contract: Answer;
}

/** Hours in which an answer may be used again: the registers are asked anew every day. */
const sinceHours = 12;

/** Asks both registers about people; call it before a transaction begins. @returns in the order of the numbers */
export async function askRegisters(app: Services, actor: Actor, idNumbers: readonly string[]): Promise<Work[]> {
  const why = { purpose: "培训后就业跟踪 / Employment after training", bizType: TrainEmployment.name, sinceHours };
  const yearMonth = today().slice(0, 7);
  const insured = await lookUpMany(
    app,
    actor,
    "getPersonInsured",
    idNumbers.map((idNumber) => ({ idNumber, yearMonth })),
    why,
  );
  const contracts = await lookUpMany(
    app,
    actor,
    "employmentContract",
    idNumbers.map((idNumber) => ({ idNumber })),
    why,
  );
  return insured.flatMap((answer, index) => {
    const contract = contracts[index];
    return contract ? [{ insured: answer, contract }] : [];
  });
}

type Reported = Pick<Draft<typeof TrainEmployment>, "creditCode" | "contractDate">;

/**
 * Source and days by the registers: insurance first, then a contract on file; else it is only reported. A named employer must be theirs. What a person
 * entered stays.
 * @param work null where nobody could be asked about
 */
export function verify({ creditCode, contractDate }: Reported, work: Work | null) {
  const unit = creditCode?.toUpperCase();
  const entered = contractDate ?? null;
  const insurance = work && getInsurance(work.insured);
  if (insurance && (!unit || insurance.creditCode === unit))
    return { verifySource: "1", insuredDate: insurance.since, contractDate: entered, verifyTime: now() } as const;
  const held = work && unit ? findContract(work.contract, unit) : undefined;
  if (held)
    return {
      verifySource: "2",
      insuredDate: null,
      contractDate: entered ?? held.startDate,
      verifyTime: now(),
    } as const;
  const haveAnswered = work && !isSilent(work.insured) && !isSilent(work.contract);
  return {
    verifySource: "3",
    insuredDate: null,
    contractDate: entered,
    verifyTime: haveAnswered ? now() : null,
  } as const;
}
