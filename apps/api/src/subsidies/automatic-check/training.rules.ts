import { level } from "@jipei/contract/core/fields/codes.ts";
import { kindsWithoutPractice } from "@jipei/contract/catalogue/training.ts";
import { Decimal } from "decimal.js";
import { parts } from "../../assessment/assessment.queries.ts";
import type { SideCode } from "../claim/claim-side.ts";
import { certifiedKinds, living, preJob } from "../claim/class-facts.ts";
import { type RowFacts, registeredKinds } from "./facts.ts";
import { type RowRule, type Said, exempt, failed, link, linkOf, passed, unavailable } from "./rule.ts";

const getCertificate = (row: RowFacts, side: SideCode) =>
  linkOf(side, "Certificate", row.certificate?.id ?? null, "证书", "Certificate");

const valid = ["有效", "Valid"] as const;

/** AT07 */
export const certificateRule: RowRule = {
  code: "AT07",
  zh: "证书存在",
  en: "Certificate",
  check(row, { side, subsidyKind, limits }) {
    if (subsidyKind === preJob) return exempt("岗前培训无需证书", "Pre-job training needs no certificate");
    if (row.certificate === null && limits.noCertPays && !certifiedKinds.has(subsidyKind))
      return exempt("无证书按比例补贴", "Paid in part without a certificate");
    return row.certificate?.valid
      ? passed(valid, row.certificate.certNo, getCertificate(row, side))
      : failed(
          "1",
          "无有效证书",
          "No valid certificate",
          valid,
          row.certificate ? ["已作废", "Revoked"] : ["无", "None"],
          getCertificate(row, side),
        );
  },
};

/** What must be the same on the certificate and in the register. */
const compared = [
  ["name", "姓名", "name"],
  ["occupationName", "职业（工种）", "occupation"],
  ["level", "等级", "level"],
] as const;
const levelWord = (code: string): Said => level.codes[code as keyof typeof level.codes] ?? code;

/** AT08 */
export const certificateMatchRule: RowRule = {
  code: "AT08",
  zh: "证书核验",
  en: "Certificate verified",
  check(row, { subsidyKind }) {
    const own = row.certificate;
    if (subsidyKind === preJob || !own || !registeredKinds.has(own.certKind))
      return exempt("该证书种类无需联网核验", "This kind of certificate is in no register");
    const { provincialCertificate: answer } = row;
    if (answer.state === "unavailable") return unavailable(own.certNo, answer.evidence);
    const entry =
      answer.state === "found" ? answer.data.certificates.find((one) => one.certNo === own.certNo) : undefined;
    if (!entry)
      return failed(
        "2",
        "省系统尚未查到该证书",
        "Not found in the register yet",
        own.certNo,
        ["未查到", "Not found"],
        answer.evidence,
      );
    const differs = compared.find(([field]) => entry[field] !== own[field]);
    if (!differs) return passed(own.certNo, entry.certNo, answer.evidence);
    const [field, zh, en] = differs;
    const said = (value: string): Said => (field === "level" ? levelWord(value) : value);
    return failed(
      "1",
      `证书信息不一致：${zh}`,
      `Certificate differs: ${en}`,
      said(own[field]),
      said(entry[field]),
      answer.evidence,
    );
  },
};

const pass = ["合格", "Passed"] as const;

/** AT09: the result as it was published, and each part: a result stands neither on a part that was failed nor on the others alone. */
export const gradeRule: RowRule = {
  code: "AT09",
  zh: "考核合格",
  en: "Assessment passed",
  check({ grade }, { limits }) {
    const evidence = link("Grade", grade?.id ?? null, "成绩", "Grade");
    const scores = grade
      ? parts.filter((part) => grade[part] !== null || grade.owed.includes(part)).map((part) => grade[part])
      : [];
    const actual: Said = grade ? scores.map((score) => score ?? "—").join(" / ") : ["无成绩", "No grade"];
    const suffices = (score: string | null) => score !== null && new Decimal(score).gte(limits.gradePass);
    if (grade?.published && grade.passed && scores.every(suffices)) return passed(pass, actual, evidence);
    return failed(
      "1",
      `考核未合格：理论${grade?.theory ?? "—"} 实操${grade?.practice ?? "—"}`,
      `Assessment not passed: theory ${grade?.theory ?? "—"}, practice ${grade?.practice ?? "—"}`,
      pass,
      actual,
      evidence,
    );
  },
};

/** AT10 */
export const attendanceRule: RowRule = {
  code: "AT10",
  zh: "出勤率",
  en: "Attendance",
  check(row, { side, limits, classId }) {
    const rate = row.attendanceRate;
    const evidence = linkOf(side, "Attendance", classId, "考勤", "Attendance sheet");
    const expect = `≥ ${limits.attendanceMin}%`;
    if (rate !== null && new Decimal(rate).gte(limits.attendanceMin)) return passed(expect, `${rate}%`, evidence);
    return failed(
      "1",
      `出勤率${rate ?? "—"}%低于${limits.attendanceMin}%`,
      `Attendance ${rate ?? "—"}% is below ${limits.attendanceMin}%`,
      expect,
      `${rate ?? "—"}%`,
      evidence,
    );
  },
};

/** AT11: hours really held, and the share of practice among those not online. */
export const hoursRule: RowRule = {
  code: "AT11",
  zh: "课时",
  en: "Hours held",
  check(_row, head) {
    const evidence = linkOf(head.side, "Lesson", head.classId, "课程表", "Timetable");
    const held = new Decimal(head.heldHours);
    if (held.lt(head.minHours))
      return failed(
        "1",
        `实授${head.heldHours}课时，低于${head.minHours}`,
        `${head.heldHours} hours held, ${head.minHours} required`,
        `≥ ${head.minHours}`,
        head.heldHours,
        evidence,
      );
    const offline = held.minus(head.heldOnlineHours);
    if (!kindsWithoutPractice.has(head.trainKind) && offline.gt(0)) {
      const share = new Decimal(head.heldPracticeHours).div(offline);
      if (share.lt(head.practiceRatio))
        return failed(
          "1",
          `实操占比${share.toFixed(2)}，低于${head.practiceRatio}`,
          `Practice share ${share.toFixed(2)}, ${head.practiceRatio} required`,
          `≥ ${head.practiceRatio}`,
          share.toFixed(2),
          evidence,
        );
    }
    return passed(`≥ ${head.minHours}`, head.heldHours, evidence);
  },
};

/** AT19: the living allowance goes by parameters, a project by its price; neither needs a standard. */
export const catalogueRule: RowRule = {
  code: "AT19",
  zh: "目录有效",
  en: "In the catalogue",
  check(row, head) {
    const evidence = [
      ...link("Course", head.courseId, "课程目录", "Catalogue"),
      ...link("SubsidyStandard", row.subsidyId, "补贴标准", "Standard"),
    ];
    if (!head.courseApproved)
      return failed(
        "1",
        "机构课程的课时、收费标准待审核",
        "Hours and fee of the course are waiting for approval",
        ["已审核", "Approved"],
        ["待审核", "Waiting for approval"],
        evidence,
      );
    return head.courseInCatalogue && (head.subsidyKind === living || head.projectId !== null || row.subsidyId !== null)
      ? passed(valid, valid, evidence)
      : failed(
          "1",
          "课程不在目录或标准未生效",
          "Not in the catalogue, or no standard in force",
          valid,
          ["无效", "Not valid"],
          evidence,
        );
  },
};
