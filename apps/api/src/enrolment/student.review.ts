import type { Answer } from "@jipei/contract/external-data/ext-query.ts";
import type { StudentFinding } from "@jipei/contract/enrolment/student.ts";
import { categoriesWithProof } from "@jipei/contract/enrolment/enrolment-codes.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import type { Failure } from "../core/refusal.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { isSamePerson } from "../external-data/external-data.queries.ts";
import { classOf } from "./class-facts.ts";
import { mustBeEntitled } from "./roster-rules.ts";
import { type StudentEvidence, gatherEvidence } from "./student-evidence.ts";
import { isPublicStaff } from "./student.guards.ts";

interface Row {
  id: string;
  name: string;
  idNumber: string;
  idNumberHash: string;
  personCategory: string;
  categoryAttId: string | null;
  photoAttId: string | null;
  workUnit: string | null;
  workUnitCode: string | null;
}

const employee = "01";
const difficult = "07";

/** What stands for and against the people of a class who wait for their check; the same rules as the check itself, before it. */
export async function reviewStudents(app: Services, actor: Actor, classId: string) {
  const facts = await classOf(app.db, classId);
  const found = await sql<Row>`
    select id, name, id_number, id_number_hash, person_category, category_att_id, photo_att_id, work_unit, work_unit_code
    from student where class_id = ${classId} and is_deleted = 0 and confirm_status = 'unConfirm' order by id limit 200`.execute(
    app.db,
  );
  const rows = found.rows.map((row) => ({ ...row, idNumber: app.cipher.decrypt(row.idNumber) }));
  const evidence = await gatherEvidence(app, actor, rows, "学员核验 / Verification before the check");
  const barred = await barredOf(app, facts, rows);
  return rows
    .map((row) => {
      const findings = findingsOf(
        row,
        evidence.get(row.id) as StudentEvidence,
        facts.isSubsidy === "1",
        barred.get(row.id),
      );
      const worst = Math.min(4, ...findings.filter((one) => one.isPass === 0).map((one) => one.severity));
      return {
        studentId: row.id,
        name: row.name,
        worst,
        findings: findings.sort((a, b) => a.isPass - b.isPass || a.severity - b.severity),
      };
    })
    .sort((a, b) => a.worst - b.worst);
}

/** Whom no subsidy could be claimed for, by row. */
async function barredOf(
  app: Services,
  facts: Awaited<ReturnType<typeof classOf>>,
  rows: readonly Row[],
): Promise<Map<string | null, Failure>> {
  try {
    await mustBeEntitled(app.db, facts, rows);
    return new Map();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new Map(error.failures.map((failure) => [failure.id, failure]));
  }
}

function findingsOf(
  row: Row,
  evidence: StudentEvidence,
  subsidised: boolean,
  barred: Failure | undefined,
): StudentFinding[] {
  const { person, insured, contract, difficulty } = evidence;
  const same = isSamePerson(person);
  return [
    finding(
      "IDENTITY",
      "身份核验",
      "Identity",
      same === true ? "pass" : person.resultCode === "500" ? "warn" : "block",
      identityWords(same, person),
      { answer: person, expected: row.name, actual: String(person.resultData?.["name"] ?? "—") },
    ),
    ...(categoriesWithProof.has(row.personCategory)
      ? [
          finding(
            "CATEGORY_PROOF",
            "类别证明",
            "Proof of category",
            row.categoryAttId ? "pass" : "block",
            row.categoryAttId ? ["已上传类别证明", "Proof uploaded"] : ["缺少类别证明", "The proof is missing"],
          ),
        ]
      : []),
    ...(row.personCategory === difficult ? [difficultyFinding(difficulty)] : []),
    ...(subsidised
      ? [
          finding(
            "ENTITLED",
            "补贴资格",
            "Entitlement",
            barred ? "block" : "pass",
            barred ? [barred.msg, barred.msgEn] : ["未发现重复享受", "Nothing claimed before that stands against it"],
          ),
          finding(
            "PUBLIC_STAFF",
            "参保身份",
            "Kind of insurance",
            insured.resultCode === "500" ? "warn" : isPublicStaff(evidence) ? "block" : "pass",
            insuredWords(evidence),
            { answer: insured, actual: String(insured.resultData?.["insuranceKind"] ?? "—") },
          ),
        ]
      : []),
    ...(row.personCategory === employee
      ? [
          finding(
            "WORK_UNIT",
            "工作单位",
            "Employer",
            row.workUnit && row.workUnitCode ? "pass" : "warn",
            row.workUnit && row.workUnitCode
              ? [row.workUnit, row.workUnit]
              : ["企业职工应填写单位名称和代码", "Employees need employer and credit code"],
          ),
          finding(
            "CONTRACT",
            "劳动合同",
            "Labour contract",
            (contract.resultData?.["contracts"] as unknown[] | undefined)?.length ? "pass" : "warn",
            contract.resultCode === "500" ? silent : ["登记的劳动合同情况", "Contracts on file"],
            { answer: contract },
          ),
        ]
      : []),
    ...(row.photoAttId
      ? []
      : [
          finding("PHOTO", "照片", "Photo", "inform", [
            "缺少照片，发证前须补传",
            "No photo yet; needed before the certificate",
          ]),
        ]),
  ];
}

type Words = readonly [zh: string, en: string];
const silent: Words = ["登记系统未应答，请人工核实", "The register did not answer; verify by hand"];

const identityWords = (same: boolean | null, person: Answer): Words =>
  same === true
    ? ["姓名与证件号码一致", "Name and ID number match"]
    : person.resultCode === "500"
      ? silent
      : String(person.resultData?.["isAlive"]) === "0"
        ? ["登记为已死亡", "Registered as deceased"]
        : same === null
          ? ["登记系统无此人记录", "The register does not know this person"]
          : ["姓名与证件号码不一致", "Name and ID number do not match"];

const insuredWords = (evidence: StudentEvidence): Words =>
  evidence.insured.resultCode === "500"
    ? silent
    : isPublicStaff(evidence)
      ? ["机关事业单位参保人员", "Insured as public-institution staff"]
      : ["非机关事业单位参保", "Not insured as public-institution staff"];

function difficultyFinding(difficulty: Answer): StudentFinding {
  const certified = String(difficulty.resultData?.["isDifficulty"]) === "1";
  return finding(
    "DIFFICULTY",
    "就业困难认定",
    "Employment difficulty",
    certified ? "pass" : "warn",
    difficulty.resultCode === "500"
      ? silent
      : certified
        ? ["已认定", "Certified"]
        : ["未查询到就业困难认定", "No certification found"],
    { answer: difficulty },
  );
}

const severities = { block: 1, warn: 2, inform: 3, pass: 3 } as const;

function finding(
  rule: string,
  ruleZh: string,
  ruleEn: string,
  outcome: keyof typeof severities,
  [zh, en]: Words,
  more: { answer?: Answer; expected?: string; actual?: string } = {},
): StudentFinding {
  const { answer, expected = null, actual = null } = more;
  return {
    rule,
    ruleZh,
    ruleEn,
    severity: severities[outcome],
    isPass: outcome === "pass" ? 1 : 0,
    zh,
    en,
    expected,
    actual,
    evidenceId: answer?.id ?? null,
    queryTime: answer?.queryTime ?? null,
  };
}
