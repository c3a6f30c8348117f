import { EnterpriseTotal } from "@jipei/contract/enterprises/enterprise-total.ts";
import type { Answer } from "@jipei/contract/external-data/ext-query.ts";
import { type CheckedColumns, columns } from "../core/entity/columns.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Purpose, lookUp } from "../external-data/external-data.queries.ts";

/** What the registers answered about an enterprise. */
export interface Registered {
  unit: Answer;
  arrears: Answer;
}

/**
 * Asks the registers about staff insured and wages in arrears, before a transaction begins.
 * @param creditCode null: nobody is asked about
 * @param id the record it is asked for, as far as there is one
 * @param sinceHours answers given longer ago are asked for again
 */
export async function askRegisters(
  app: Services,
  actor: Actor,
  creditCode: string | null,
  id: string | null,
  sinceHours?: number,
): Promise<Registered | null> {
  if (!creditCode) return null;
  const why: Purpose = { purpose: "企业台账", bizType: EnterpriseTotal.name, bizId: id, sinceHours };
  return {
    unit: await lookUp(app, actor, "getUnitInfo", { creditCode }, why),
    arrears: await lookUp(app, actor, "getBackPay", { creditCode }, why),
  };
}

/** The columns that follow. What a register did not answer stays as it was: no answer never means «no». */
export function registeredColumns({ unit, arrears }: Registered): CheckedColumns<typeof EnterpriseTotal> {
  const times = [unit, arrears].filter(({ resultCode }) => resultCode !== "500").map(({ queryTime }) => queryTime);
  return columns(EnterpriseTotal, {
    ...(unit.resultCode !== "500" && {
      insuredCount: getCount(unit.resultData?.insuredCount),
      unitEvidenceId: unit.id,
    }),
    ...(arrears.resultCode !== "500" && {
      isBlack: String(arrears.resultData?.isArrears ?? "0") === "1" ? "1" : "0",
      arrearsEvidenceId: arrears.id,
    }),
    ...(times.length > 0 && { registerTime: times.sort()[0] }),
  });
}

/** Registers send 120 or "120". */
function getCount(value: unknown): number | null {
  const count = Number(value);
  return value != null && value !== "" && Number.isInteger(count) && count >= 0 ? count : null;
}
