import { apprenticeship } from "@jipei/contract/training/enterprise-class.ts";
import { staffKinds } from "@jipei/contract/catalogue/training.ts";
import { Decimal } from "decimal.js";
import { addDays, addMonths } from "../../core/foundation/clock.ts";
import type { SideCode } from "../claim/claim-side.ts";
import { living } from "../claim/class-facts.ts";
import { inTime, lastClaimDay } from "../amount/deadline.ts";
import { type RowRule, type Said, type Severity, exempt, failed, link, linkOf, passed, unavailable } from "./rule.ts";

/** Parameter that the living allowance goes by. */
const perDay = "subsidy.living.perDay";

/** AT12: the amount claimed against the formula, before any blocking rule makes it zero. */
export const amountRule: RowRule = {
  code: "AT12",
  zh: "金额与标准",
  en: "Amount and standard",
  check(row, { subsidyKind, projectId }) {
    const standard =
      subsidyKind === living
        ? link("Parameter", perDay, `参数 ${perDay}`, `Parameter ${perDay}`)
        : link("SubsidyStandard", row.subsidyId, "补贴标准", "Standard");
    const evidence = [...standard, ...link("TrainingProject", projectId, "培训项目", "Project")];
    if (!row.amount)
      return failed(
        "1",
        `申请${row.applyAmount}元，无适用标准`,
        `${row.applyAmount} yuan claimed, no standard applies`,
        ["有适用标准", "A standard that applies"],
        ["无", "None"],
        evidence,
      );
    const difference = new Decimal(row.applyAmount).cmp(row.amount.payable);
    if (difference === 0) return passed(row.amount.payable, row.applyAmount, evidence);
    return failed(
      difference > 0 ? "1" : "2",
      `申请${row.applyAmount}元，应补${row.amount.payable}元`,
      `${row.applyAmount} yuan claimed, ${row.amount.payable} payable`,
      row.amount.payable,
      row.applyAmount,
      evidence,
    );
  },
};

/** AT13 */
export const deadlineRule: RowRule = {
  code: "AT13",
  zh: "申领期限",
  en: "Deadline",
  check(row, { side, limits }) {
    const { commitDay } = row;
    const last = lastClaimDay(row.basisDate, limits.deadlineMonths);
    const evidence = linkOf(side, "Certificate", row.certificate?.id ?? null, "证书", "Certificate");
    return inTime(row.basisDate, commitDay, limits.deadlineMonths)
      ? passed(`≤ ${last}`, commitDay, evidence)
      : failed(
          "1",
          `证书核发已超${limits.deadlineMonths}个月`,
          `The certificate is more than ${limits.deadlineMonths} months old`,
          `≤ ${last}`,
          commitDay,
          evidence,
        );
  },
};

/** Enterprises claim for staff of their own alone; at institutions it is to be looked at. */
const ofStaff: Readonly<Record<SideCode, Severity>> = { "1": "2", "2": "1" };

/** AT14: by the unit in the month of the start or in that of the certificate. */
export const insuranceRule: RowRule = {
  code: "AT14",
  zh: "参保状态",
  en: "Insured",
  check(row, { side, trainKind, startDate }) {
    if (!staffKinds.has(trainKind)) return exempt("非职工培训", "No staff training");
    const unit = row.workUnitCode ?? "—";
    const codes = row.insured.map((answer) =>
      answer.state === "found" && answer.data.isInsured === "1" ? answer.data.creditCode : null,
    );
    const proof = row.insured[codes.indexOf(unit)];
    if (proof) return passed(unit, unit, proof.evidence);
    const silent = row.insured.find(({ state }) => state === "unavailable");
    if (silent) return unavailable(unit, silent.evidence);
    const month = startDate.slice(0, 7);
    return failed(
      ofStaff[side],
      `${month}未在${unit}参保`,
      `Not insured at ${unit} in ${month}`,
      unit,
      codes.find((code) => code !== null) ?? ["未参保", "Not insured"],
      row.insured.flatMap(({ evidence }) => evidence),
    );
  },
};

type Contract = { startDate: string; endDate: string };
const lastsAYear = ({ startDate, endDate }: Contract) => !endDate || addDays(endDate, 1) >= addMonths(startDate, 12);

/** AT15 */
export const contractRule: RowRule = {
  code: "AT15",
  zh: "劳动合同",
  en: "Labour contract",
  check(row, { side, trainKind, startDate, endDate }) {
    if (!staffKinds.has(trainKind)) return exempt("非职工培训", "No staff training");
    const { contract } = row;
    const days = `${startDate} – ${endDate}`;
    const period: Said =
      trainKind === apprenticeship ? [`${days}，合同期不少于12个月`, `${days}, a contract of 12 months or more`] : days;
    const covers = (one: Contract) =>
      one.startDate <= startDate &&
      (!one.endDate || one.endDate >= endDate) &&
      (trainKind !== apprenticeship || lastsAYear(one));
    if (contract.state === "unavailable") return unavailable(period, contract.evidence);
    const covering = contract.state === "found" && contract.data.contracts.some(covers);
    return covering
      ? passed(period, ["已覆盖", "Covered"], contract.evidence)
      : failed(
          ofStaff[side],
          "未查询到有效劳动合同",
          "No valid contract found",
          period,
          ["未查到", "Not found"],
          contract.evidence,
        );
  },
};
