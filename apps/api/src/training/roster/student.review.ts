import type { Answer } from "@jipei/contract/external-data/ext-query.ts";
import type { StudentFinding } from "@jipei/contract/training/student.ts";
import { categoriesWithProof } from "@jipei/contract/training/enrolment-codes.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Failure } from "../../core/foundation/refusal.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { isSamePerson } from "../../external-data/external-data.queries.ts";
import { getClassFacts } from "./class-facts.ts";
import { assertEntitled } from "./roster-rules.ts";
import { type StudentEvidence, gatherEvidence, hasContract, isSilent } from "./student-evidence.ts";
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
  const facts = await getClassFacts(app.db, classId);
  const found = await sql<Row>`
    select id, name, id_number, id_number_hash, person_category, category_att_id, photo_att_id, work_unit, work_unit_code
    from student where class_id = ${classId} and side = '1' and is_deleted = 0 and confirm_status = 'unConfirm' order by id limit 200`.execute(
    app.db,
  );
  const rows = found.rows.map((row) => ({ ...row, idNumber: app.cipher.decrypt(row.idNumber) }));
  const evidence = await gatherEvidence(app, actor, rows, "学员核验 / Verification before the check");
  const barred = await findBarred(app, facts, rows);
  return rows
    .map((row) => {
      const findings = getFindings(
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
async function findBarred(
  app: Services,
  facts: Awaited<ReturnType<typeof getClassFacts>>,
  rows: readonly Row[],
): Promise<Map<string | null, Failure>> {
  try {
    await assertEntitled(app.db, app, facts, rows);
    return new Map();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new Map(error.failures.map((failure) => [failure.id, failure]));
  }
}

function getFindings(
  row: Row,
  evidence: StudentEvidence,
  subsidised: boolean,
  barred: Failure | undefined,
): StudentFinding[] {
  return [
    identityFinding(row, evidence.person),
    ...(categoriesWithProof.has(row.personCategory) ? [proofFinding(row)] : []),
    ...(row.personCategory === difficult ? [difficultyFinding(evidence.difficulty)] : []),
    ...(subsidised ? [entitlementFinding(barred), insuranceFinding(evidence)] : []),
    ...(row.personCategory === employee ? [employerFinding(row), contractFinding(evidence.contract)] : []),
    ...(row.photoAttId ? [] : [photoFinding]),
  ];
}

type Words = readonly [zh: string, en: string];
type Outcome = keyof typeof severities;
const severities = { block: 1, warn: 2, inform: 3, pass: 3 } as const;
const silent: Words = ["登记系统未应答，请人工核实", "The register did not answer; verify by hand"];

function identityFinding(row: Row, person: Answer): StudentFinding {
  const [outcome, words] = judgeIdentity(person);
  const more = { answer: person, expected: row.name, actual: String(person.resultData?.name ?? "—") };
  return finding("IDENTITY", "身份核验", "Identity", outcome, words, more);
}

function judgeIdentity(person: Answer): [Outcome, Words] {
  const same = isSamePerson(person);
  if (same) return ["pass", ["姓名与证件号码一致", "Name and ID number match"]];
  if (isSilent(person)) return ["warn", silent];
  if (String(person.resultData?.isAlive) === "0") return ["block", ["登记为已死亡", "Registered as deceased"]];
  return same === null
    ? ["block", ["登记系统无此人记录", "The register has no record of this person"]]
    : ["block", ["姓名与证件号码不一致", "Name and ID number do not match"]];
}

function proofFinding({ categoryAttId }: Row): StudentFinding {
  const words: Words = categoryAttId ? ["已上传类别证明", "Proof uploaded"] : ["缺少类别证明", "The proof is missing"];
  return finding("CATEGORY_PROOF", "类别证明", "Proof of category", categoryAttId ? "pass" : "block", words);
}

function difficultyFinding(difficulty: Answer): StudentFinding {
  const [outcome, words] = judgeDifficulty(difficulty);
  return finding("DIFFICULTY", "就业困难认定", "Employment difficulty", outcome, words, { answer: difficulty });
}

function judgeDifficulty(difficulty: Answer): [Outcome, Words] {
  if (isSilent(difficulty)) return ["warn", silent];
  return String(difficulty.resultData?.isDifficulty) === "1"
    ? ["pass", ["已认定", "Certified"]]
    : ["warn", ["未查询到就业困难认定", "No certification found"]];
}

function entitlementFinding(barred: Failure | undefined): StudentFinding {
  const words: Words = barred ? [barred.msg, barred.msgEn] : ["未发现重复享受", "No earlier subsidy stands against it"];
  return finding("ENTITLED", "补贴资格", "Entitlement", barred ? "block" : "pass", words);
}

function insuranceFinding(evidence: StudentEvidence): StudentFinding {
  const { insured } = evidence;
  const [outcome, words] = judgeInsurance(evidence);
  const more = { answer: insured, actual: String(insured.resultData?.insuranceKind ?? "—") };
  return finding("PUBLIC_STAFF", "参保身份", "Kind of insurance", outcome, words, more);
}

function judgeInsurance(evidence: StudentEvidence): [Outcome, Words] {
  if (isSilent(evidence.insured)) return ["warn", silent];
  return isPublicStaff(evidence)
    ? ["block", ["机关事业单位参保人员", "Insured as public-institution staff"]]
    : ["pass", ["非机关事业单位参保", "Not insured as public-institution staff"]];
}

function employerFinding({ workUnit, workUnitCode }: Row): StudentFinding {
  const [outcome, words]: [Outcome, Words] =
    workUnit && workUnitCode
      ? ["pass", [workUnit, workUnit]]
      : ["warn", ["企业职工应填写单位名称和代码", "Employees need employer and credit code"]];
  return finding("WORK_UNIT", "工作单位", "Employer", outcome, words);
}

function contractFinding(contract: Answer): StudentFinding {
  const words: Words = isSilent(contract) ? silent : ["登记的劳动合同情况", "Labour contracts on file"];
  const outcome = hasContract(contract) ? "pass" : "warn";
  return finding("CONTRACT", "劳动合同", "Labour contract", outcome, words, { answer: contract });
}

function finding(
  rule: string,
  ruleZh: string,
  ruleEn: string,
  outcome: Outcome,
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

const photoFinding = finding("PHOTO", "照片", "Photo", "inform", [
  "缺少照片，发证前须补传",
  "No photo yet; needed before the certificate",
]);
