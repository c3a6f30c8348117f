import { Grade } from "@jipei/contract/exams/grade.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { type Actor, hasRole, mustHold } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { addMonths } from "../core/clock.ts";
import { updateRow } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { InvalidFields, Refusal, failureOf } from "../core/refusal.ts";
import { checkVersion, lockRows } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import type { BatchEffect } from "../core/transition.ts";
import { sendSms, sendSmsEach } from "../notices/notices.queries.ts";
import { parametersOf } from "../settings/settings.queries.ts";
import { lastGrade } from "./exams.queries.ts";
import { gradeScope } from "./exams.scope.ts";
import { type Graded, type Marks, type Part, type Weights, grade, partOf, parts } from "./grade-rules.ts";
import { mustBePresent } from "./panel.ts";

type Values = Record<string, any>;

/** What is typed in for one examinee; an absent key leaves the score as it is. */
export interface Entry {
  id: string;
  version?: number | null;
  theoryScore?: string | null;
  practiceScore?: string | null;
  reviewScore?: string | null;
  isAbsent?: string | null;
  isCheat?: string | null;
}

export interface Application {
  id: string;
  classId: string;
  level: string | null;
  testMode: string;
  subjects: string[];
  confirmType: string;
  testDate: string;
  orgId: string;
}

/** Applications by id, as far as scoring needs them. */
export async function applicationsOf(db: Db, ids: readonly string[]): Promise<Map<string, Application>> {
  const found =
    await sql<Application>`select id, class_id, level, test_mode, subjects, confirm_type, test_date, org_id from test_application where id = any(${[...ids]}::bigint[]) and is_deleted = 0`.execute(
      db,
    );
  return new Map(found.rows.map((row) => [row.id, row]));
}

/** Marks and weights in force. */
export async function marking(db: Db): Promise<{ marks: Marks; weights: Weights }> {
  const found = await parametersOf(db, [
    "grade.pass",
    "grade.good",
    "grade.excellent",
    "grade.weight.theory",
    "grade.weight.practice",
    "grade.weight.high",
  ]);
  const [theory = "0", practice = "0", review = "0"] = found["grade.weight.high"].split("/");
  return {
    marks: { pass: found["grade.pass"], good: found["grade.good"], excellent: found["grade.excellent"] },
    weights: {
      theory: found["grade.weight.theory"],
      practice: found["grade.weight.practice"],
      high: [new Decimal(theory), new Decimal(practice), new Decimal(review)],
    },
  };
}

/** Modes that an institution scores for its own classes; the others are the assessors'. */
const scoredByInstitution = new Set(["4", "5"]);
/** Modes with a panel of assessors who must have signed in. */
const withPanel = new Set(["1", "2", "3"]);

/** @throws NOT_ASSIGNED, ROLE_DENIED, STATE_ILLEGAL */
export async function mayScore(tx: Tx, actor: Actor, application: Application): Promise<void> {
  mustHold(actor, "grade_edit");
  if (application.confirmType !== "Confirm")
    throw new Refusal("STATE_ILLEGAL", {
      status: { zh: "考核未审核通过", en: "not approved" },
      action: { zh: "登分", en: "enter scores" },
    });
  if (
    actor.audience === "institution" &&
    (!scoredByInstitution.has(application.testMode) || !hasRole(actor, "orgAdmin"))
  )
    throw new Refusal("ROLE_DENIED");
  if (hasRole(actor, "assessor")) {
    const found =
      await sql`select from assessor_assignment where test_apply_id = ${application.id} and assessor_id = ${actor.assessorId} and is_deleted = 0 limit 1`.execute(
        tx,
      );
    if (found.rows.length === 0) throw new Refusal("NOT_ASSIGNED");
  }
  if (withPanel.has(application.testMode)) await mustBePresent(tx, application);
}

type Scores = Partial<Record<Part, string>>;

/** Scores kept from the attempt before, by row; they are read there, since a violation sets those of the row itself to nothing. */
async function keptScores(tx: Tx, rows: readonly Values[]): Promise<Map<string, Scores>> {
  const ids = rows
    .filter((row) => row["keepTheory"] !== null || row["keepPractice"] !== null)
    .map((row) => row["id"] as string);
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: string; theory: string | null; practice: string | null }>`
    select o.id, case when o.keep_theory = last.keep_theory then last.theory_score end as theory, case when o.keep_practice = last.keep_practice then last.practice_score end as practice
    from grade o cross join lateral ${lastGrade(sql`o.student_id`, sql`g.test_times < o.test_times`)} last
    where o.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(
    found.rows.map(({ id, theory, practice }) => [
      id,
      { ...(theory !== null && { theory }), ...(practice !== null && { practice }) },
    ]),
  );
}

/** A part passed before is not taken again: its score stays. @throws FIELD_FROZEN */
function mustKeep(row: Values, entry: Entry, kept: Scores): void {
  for (const [part, score] of Object.entries(kept) as [Part, string][]) {
    const typed = entry[scoreOf[part]];
    // Sheets are sent whole too: the kept score, or what the row shows for it, changes nothing.
    const same =
      typed === undefined ||
      [score, row[scoreOf[part]]].some((known) => known !== null && typed !== null && new Decimal(typed).eq(known));
    if (same) continue;
    const refusal = new Refusal("FIELD_FROZEN", { field: Grade.fields[scoreOf[part]] });
    throw Object.assign(refusal, { failures: [failureOf(refusal, row["id"])] });
  }
}
const scoreOf = { theory: "theoryScore", practice: "practiceScore", review: "reviewScore" } as const;

/**
 * Enters scores of rows still in entry; computes total, result and band.
 * @throws what `mayScore` refuses, STATE_ILLEGAL, FIELD_FROZEN for a kept part, FIELD_INVALID for somebody absent who has every score
 */
export async function enterScores(tx: Tx, actor: Actor, entries: readonly Entry[]): Promise<void> {
  const rows = await lockRows<Values>(
    tx,
    Grade,
    gradeScope,
    actor,
    entries.map((entry) => entry.id),
  );
  const applications = await applicationsOf(tx, [...new Set(rows.map((row) => row["testApplyId"] as string))]);
  for (const application of applications.values()) await mayScore(tx, actor, application);
  const scale = await marking(tx);
  const kept = await keptScores(tx, rows);
  for (const row of rows) {
    const entry = entries.find((one) => one.id === row["id"]) as Entry;
    checkVersion(row as { version: number }, entry.version);
    if (row["gradeStatus"] !== "0")
      throw new Refusal("STATE_ILLEGAL", {
        status: { zh: "已复核", en: "checked" },
        action: { zh: "登分", en: "enter scores" },
      });
    const own = kept.get(row["id"]) ?? {};
    mustKeep(row, entry, own);
    const columns = columnsOf(row, entry, applications.get(row["testApplyId"]) as Application, scale, own);
    await updateRow(tx, actor, Grade, row["id"], { ...columns, scorerId: actor.userId });
  }
}

/** @param kept scores of parts that are not taken again; they count whatever else is assessed */
function columnsOf(
  row: Values,
  entry: Entry,
  application: Application,
  scale: { marks: Marks; weights: Weights },
  kept: Scores = {},
): Values {
  const merged = { ...row, ...Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) };
  const assessed = new Set(application.subjects.map((code) => partOf[code]));
  const subjects = parts.filter((part) => assessed.has(part) || kept[part] !== undefined);
  const isCheat = merged["isCheat"] === "1";
  const isAbsent = merged["isAbsent"] === "1";
  const scores = {
    theory: merged["theoryScore"] ?? null,
    practice: merged["practiceScore"] ?? null,
    review: merged["reviewScore"] ?? null,
    ...kept,
  };
  if (isAbsent && !isCheat && Object.keys(kept).length === 0 && subjects.every((part) => scores[part] !== null))
    throw absentWithScores(row);
  const graded: Graded = grade(scores, subjects, application.level, { isAbsent, isCheat }, scale.marks, scale.weights);
  const zero = isCheat ? "0.00" : undefined;
  return {
    theoryScore: subjects.includes("theory") ? (zero ?? scores.theory) : null,
    practiceScore: subjects.includes("practice") ? (zero ?? scores.practice) : null,
    reviewScore: subjects.includes("review") ? (zero ?? scores.review) : null,
    isAbsent: merged["isAbsent"] ?? "0",
    isCheat: merged["isCheat"] ?? "0",
    ...graded,
  };
}

/** Whoever was absent from a part has no score in it. */
function absentWithScores(row: Values): Refusal {
  const { zh, en } = Grade.fields.isAbsent;
  return new InvalidFields([
    {
      errorCode: "FIELD_INVALID",
      id: row["id"],
      field: "isAbsent",
      msg: `${zh}：${row["name"]}各科均已登分，请先清除缺考科目的成绩`,
      msgEn: `${en}: ${row["name"]} has a score in every part; clear those of the parts missed first`,
    },
  ]);
}

/**
 * Corrects a published row, with a reason and both versions in the history; what the publication brought follows: result on the roster, parts
 * kept, a message. @throws ROLE_DENIED, VERSION_CONFLICT, REASON_REQUIRED, SELF_REVIEW, GRADE_CERTIFIED, GRADE_INCOMPLETE, FIELD_FROZEN
 */
export async function correct(
  tx: Tx,
  actor: Actor,
  row: Values,
  entry: Entry,
  reason: string,
  app: Services,
): Promise<void> {
  mustHold(actor, "grade_edit");
  if (!hasRole(actor, "clerk")) throw new Refusal("ROLE_DENIED");
  checkVersion(row as { version: number }, entry.version);
  if (reason === "") throw new Refusal("REASON_REQUIRED");
  if (row["scorerId"] === actor.userId) throw new Refusal("SELF_REVIEW");
  const certified =
    await sql`select from certificate where student_id = ${row["studentId"]} and test_apply_id = ${row["testApplyId"]} and is_valid = 'isValid' and is_deleted = 0 limit 1`.execute(
      tx,
    );
  if (certified.rows.length > 0) throw new Refusal("GRADE_CERTIFIED");
  const application = (await applicationsOf(tx, [row["testApplyId"]])).get(row["testApplyId"]) as Application;
  const kept = (await keptScores(tx, [row])).get(row["id"]) ?? {};
  mustKeep(row, entry, kept);
  const scale = await marking(tx);
  const columns = columnsOf(row, entry, application, scale, kept);
  if (columns["result"] === "0") throw new Refusal("GRADE_INCOMPLETE", { n: 1 });
  const scores = (values: Values) => ({
    theory: values["theoryScore"],
    practice: values["practiceScore"],
    review: values["reviewScore"],
    result: values["result"],
    isAbsent: values["isAbsent"],
    isCheat: values["isCheat"],
  });
  await updateRow(tx, actor, Grade, row["id"], {
    ...columns,
    ...(await keptUntil(tx, row, columns, kept, application, scale.marks.pass)),
  });
  // The roster shows the last attempt, also when an earlier one is corrected.
  const { rows } = await sql<{ phone: string }>`
    update student s set grade_result = (select last.result from ${lastGrade(sql`s.id`)} last)
    where s.id = ${row["studentId"]} returning s.phone`.execute(tx);
  const params = { courseName: row["courseName"] ?? "", result: words[columns["result"]] ?? "" };
  for (const { phone } of rows)
    await sendSms(tx, app, {
      template: "GRADE_CORRECTED",
      phone: app.cipher.decrypt(phone),
      params,
      bizType: "Grade",
      bizId: row["id"],
    });
  await writeAudit(tx, actor, [
    {
      bizType: "Grade",
      bizId: row["id"],
      action: "correct",
      fromStatus: "2",
      toStatus: "2",
      opinion: reason,
      before: scores(row),
      after: scores(columns),
    },
  ]);
}

/** Until when the parts of a corrected row are kept: those of the attempt before as they were, its own as at the publication. */
async function keptUntil(
  tx: Tx,
  row: Values,
  columns: Values,
  kept: Scores,
  application: Application,
  pass: Decimal,
): Promise<Values> {
  const { "test.keepPart.months": months } = await parametersOf(tx, ["test.keepPart.months"]);
  const until = (part: "theory" | "practice", date: "keepTheory" | "keepPractice") => {
    if (kept[part] !== undefined) return row[date];
    const score = columns[scoreOf[part]];
    return score !== null && pass.lte(score) ? (row[date] ?? addMonths(application.testDate, months)) : null;
  };
  return { keepTheory: until("theory", "keepTheory"), keepPractice: until("practice", "keepPractice") };
}

/** Live rows of an application, locked. */
export async function rowsOfApplication(tx: Tx, actor: Actor, applyId: string): Promise<Values[]> {
  const ids = await tx
    .selectFrom("grade")
    .select("id")
    .where("testApplyId", "=", applyId)
    .where("isDeleted", "=", 0)
    .execute();
  if (ids.length === 0) throw new Refusal("NOT_FOUND");
  return lockRows<Values>(
    tx,
    Grade,
    gradeScope,
    actor,
    ids.map((row) => row["id"]),
  );
}

/** The lowest state of the rows is the state of the application. */
export const showOnApplications = async (tx: Tx, applyIds: readonly string[]): Promise<void> =>
  void (await sql`update test_application a set grade_status = (select min(g.grade_status) from grade g where g.test_apply_id = a.id and g.is_deleted = 0) where a.id = any(${applyIds}::bigint[])`.execute(
    tx,
  ));

/** Published: the roster shows the result, passed parts are kept for so many months from the day of the assessment, and the people are told. */
export const publishRows: BatchEffect = async (tx, _actor, rows, _input, app) => {
  const ids = rows.map((row) => row["id"] as string);
  const { "grade.pass": pass, "test.keepPart.months": months } = await parametersOf(tx, [
    "grade.pass",
    "test.keepPart.months",
  ]);
  for (const application of (
    await applicationsOf(tx, [...new Set(rows.map((row) => row["testApplyId"] as string))])
  ).values()) {
    const until = addMonths(application.testDate, months);
    await sql`
      update grade set keep_theory = coalesce(keep_theory, case when theory_score >= ${pass.toString()}::numeric then ${until}::date end),
        keep_practice = coalesce(keep_practice, case when practice_score >= ${pass.toString()}::numeric then ${until}::date end)
      where test_apply_id = ${application.id} and id = any(${ids}::bigint[])`.execute(tx);
  }
  const people = await sql<{ id: string; phone: string | null }>`
    update student s set grade_result = g.result from grade g where g.student_id = s.id and g.id = any(${ids}::bigint[]) returning g.id, s.phone`.execute(
    tx,
  );
  const phoneOf = new Map(people.rows.map(({ id, phone }) => [id, phone]));
  const told = rows.flatMap((row) => {
    const phone = phoneOf.get(row["id"]);
    return phone
      ? [
          {
            template: "GRADE_PUB" as const,
            phone: app.cipher.decrypt(phone),
            params: { courseName: row["courseName"] ?? "", result: words[row["result"]] ?? "" },
            bizType: "Grade",
            bizId: row["id"] as string,
          },
        ]
      : [];
  });
  await sendSmsEach(tx, app, told);
};
const words: Readonly<Record<string, string>> = { "1": "合格", "2": "不合格", "3": "缺考" };
