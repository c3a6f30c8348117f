import type { Bar } from "../bars/bars.ts";
import { getNeeds, missingDocuments } from "./documents.ts";
import { type HeadRule, type Said, failed, link, linkOf, passed, unavailable } from "./rule.ts";

const good = ["合格", "Passed"] as const;

const linkBar = ({ id }: Bar) => link("SubsidyBar", id, "申领限制", "Bar");

/** AT21 */
export const inspectionRule: HeadRule = {
  code: "AT21",
  zh: "抽查与调查",
  en: "Inspections",
  check(head) {
    const evidence = linkOf(head.side, "TrainingClass", head.classId, "班级", "Class");
    const bar = head.bars.find(({ subjectKind }) => subjectKind === "class");
    if (bar)
      return failed(
        "1",
        "班级因虚假培训追回过补贴，不得再次申领",
        "The class was recovered for false training and cannot be claimed again",
        good,
        bar.since,
        [...evidence, ...linkBar(bar)],
      );
    if (head.inspectFailed || head.rosterUnreal)
      return failed("1", "班级抽查不合格", "The inspection failed", good, ["不合格", "Failed"], evidence);
    if (head.denied > 0)
      return failed(
        "2",
        `抽查合格，但有${head.denied}人否认参加培训，请人工核验`,
        `The inspection was passed, but ${head.denied} of those asked denied the training, verify by hand`,
        good,
        [`${head.denied}人否认`, `${head.denied} denied`],
        evidence,
      );
    return passed(good, good, evidence);
  },
};

/** AT22 */
export const payeeRule: HeadRule = {
  code: "AT22",
  zh: "收款账户",
  en: "Payee account",
  check({ side, org }) {
    const evidence = linkOf(side, "Organisation", org.id, "单位", "Unit");
    if (org.bankAccountName !== org.name)
      return failed(
        "1",
        "收款户名与单位不一致",
        "The payee differs from the unit",
        org.name,
        org.bankAccountName ?? "—",
        evidence,
      );
    if (!/^\d{8,30}$/.test(org.bankAccount ?? ""))
      return failed(
        "1",
        "银行账号无效",
        "The account number is not valid",
        ["8–30位数字", "8–30 digits"],
        [`${org.bankAccount?.length ?? 0}位`, `${org.bankAccount?.length ?? 0} characters`],
        evidence,
      );
    if (org.accountUsedBy)
      return failed(
        "1",
        `账号与${org.accountUsedBy}相同`,
        `The account is also that of ${org.accountUsedBy}`,
        org.name,
        org.accountUsedBy,
        evidence,
      );
    return passed(org.name, org.bankAccountName ?? "", evidence);
  },
};

const complete = ["齐全", "Complete"] as const;

/** AT23 */
export const documentsRule: HeadRule = {
  code: "AT23",
  zh: "材料齐全",
  en: "Documents",
  check(head) {
    const missing = missingDocuments(head.files, {
      withFee: head.chargesFee,
      ...getNeeds(head),
    });
    const zh = missing.map(({ zh }) => zh).join("、");
    const en = missing.map(({ en }) => en).join(", ");
    return missing.length === 0
      ? passed(complete, [`${head.files.length}个文件`, `files: ${head.files.length}`])
      : failed("1", `缺少材料：${zh}`, `Documents missing: ${en}`, complete, [`缺${zh}`, `Missing: ${en}`]);
  },
};

const normal = ["正常", "In good standing"] as const;

/** AT24 */
export const creditRule: HeadRule = {
  code: "AT24",
  zh: "单位信用",
  en: "Credit of the unit",
  check({ side, org, bars, unit, arrears, cases }) {
    const bar = bars.find(({ subjectKind }) => subjectKind !== "class");
    const evidence = [
      ...linkOf(side, "Organisation", org.id, "单位", "Unit"),
      ...unit.evidence,
      ...arrears.evidence,
      ...cases.evidence,
      ...(bar ? linkBar(bar) : []),
    ];
    const bad = (actual: Said) => failed("1", "存在欠薪或失信", "Wage arrears or blacklist", normal, actual, evidence);
    if (bar) return bad([`${bar.subject}因虚假培训限制申领`, `${bar.subject} is barred for false training`]);
    if (!org.active) return bad(["单位未启用", "Unit not active"]);
    if (org.creditGrade === "D") return bad(["信用等级D", "Credit grade D"]);
    if (unit.state === "found" && unit.data.state === "2") return bad(["单位已注销", "Unit cancelled"]);
    if (arrears.state === "found" && arrears.data.isArrears === "1") return bad(["欠薪", "Wage arrears"]);
    if ([unit, arrears, cases].some(({ state }) => state === "unavailable")) return unavailable(normal, evidence);
    if (cases.state === "found" && cases.data.count > 0)
      return failed(
        "2",
        `有${cases.data.count}件调解案件`,
        `mediation cases: ${cases.data.count}`,
        ["无调解案件", "No mediation case"],
        [`${cases.data.count}件`, `cases: ${cases.data.count}`],
        evidence,
      );
    return passed(normal, normal, evidence);
  },
};
