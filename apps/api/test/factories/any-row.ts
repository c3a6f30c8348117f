import { type Entity, snake } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { CompetitionNotice } from "@jipei/contract/competitions/competition.ts";
import { CompetitionRegister } from "@jipei/contract/competitions/registration.ts";
import { TrainingSubsidyKind } from "@jipei/contract/catalogue/training-subsidy-kind.ts";
import { InspectedPerson } from "@jipei/contract/inspection/inspected-person.ts";
import { ExamPaper } from "@jipei/contract/exams/exam-paper.ts";
import { ExamRoom } from "@jipei/contract/exams/exam-room.ts";
import { Exam } from "@jipei/contract/exams/exam.ts";
import { StudentQuestion } from "@jipei/contract/exams/student-question.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Question } from "@jipei/contract/exams/question.ts";
import { QuestionClassification } from "@jipei/contract/exams/question-classification.ts";
import { PaymentEntry } from "@jipei/contract/subsidies/payment-entry.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Student } from "@jipei/contract/training/student.ts";
import { User } from "@jipei/contract/users/user.ts";
import { entities } from "@jipei/contract/entities.ts";
import { system } from "../../src/core/foundation/actor.ts";
import { insertRow } from "../../src/core/database/write-rows.ts";
import { storedFields } from "../../src/core/database/ddl.ts";
import { stored } from "../../src/core/entity/to-response.ts";
import type { Services } from "../../src/core/foundation/services.ts";
import { storePayment } from "./claims/payment.ts";
import { getBaseTable } from "../support/entity-views.ts";
import { plausibleValue } from "../support/hostile/rubbish.ts";

let count = 0;

/**
 * A row of any entity, for tests that only need something to refer to: an existing one, or else a new one.
 * @returns its id
 */
export async function anyRow(app: Services, entity: Entity): Promise<string> {
  // A table of two sides is that of institutions; enterprises have views of theirs.
  const side = getBaseTable(entity.table) === entity.table ? "1" : "2";
  const { rows } = await app.pool.query<{ id: string }>(
    `select id from ${entity.table} t where is_deleted = 0 and coalesce(to_jsonb(t) ->> 'side', $1) = $1 order by id limit 1`,
    [side],
  );
  return rows[0]?.id ?? newRow(app, entity);
}

/** A new row with everything that the database requires, without the rules of its domain. @returns its id */
export async function newRow(app: Services, entity: Entity): Promise<string> {
  if (entity === InspectedPerson) return aDrawnPerson(app);
  if (entity === User) return aBareUser(app);
  if (entity === PaymentEntry) return aPaymentEntry(app);
  if (entity === TrainingSubsidyKind) return aPairOfKinds(app);
  if (entity === Question) return aBareQuestion(app);
  if (entity === Exam) return aBareExam(app);
  if (entity === ExamRoom) return aBareRoom(app);
  if (entity === ExamPaper) return aBarePaper(app);
  if (entity === StudentQuestion) return aBareAnswer(app);
  if (entity === CompetitionRegister) await addItem(app);
  const demanded = new Set(
    (
      await app.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
        [entity.table],
      )
    ).rows.map(({ name }) => name),
  );
  // Some tables require one of several fields: then all of them are filled.
  return (
    // What one side of a table requires, the table may not.
    (await written(
      app,
      entity,
      (name, field) => demanded.has(snake(name)) || field.need === "required" || isOwner(field),
    )) ??
    (await written(
      app,
      entity,
      (name, field) => demanded.has(snake(name)) || (field.kind !== "ref" && field.need !== "computed"),
    )) ??
    failed(entity)
  );
}

/** Somebody of a sample is whoever comes first by the seed, so the class has to have somebody. */
async function aDrawnPerson(app: Services): Promise<string> {
  const studentId = await anyRow(app, Student);
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into investigation (class_id, class_no, org_id, investigate_kind, investigate_date, draw_seed, fill_status, create_user, update_user)
      select class_id, 'X1', org_id, '3', current_date, 'seed', '0', 1, 1 from student where id = $1 returning id`,
    [studentId],
  );
  const drawn = await app.pool.query<{ id: string }>(
    `insert into inspected_person (investigation_id, place, student_id, name, create_user, update_user)
    select i.id, 1, t.id, t.name, 1, 1 from investigation i join trainee t on t.class_id = i.class_id and t.is_deleted = 0 and t.confirm_status <> 'Invalidate'
    where i.id = $1 order by draw_key(i.draw_seed, t.id) limit 1 returning id`,
    [rows[0]?.id],
  );
  return drawn.rows[0]?.id ?? failed(InspectedPerson);
}

/** An account of the bureau; its audience is no field. */
async function aBareUser(app: Services): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into app_user (account, name, real_name, login_type, status, audience, create_user, update_user)
      values ('bare' || $1, 'x', 'x', '0', '1', 'bureau', 1, 1) returning id`,
    [String(++count)],
  );
  return rows[0]?.id ?? failed(User);
}

/** Of the pairs that everybody has there is one each; one out of force may be there any number of times. */
async function aPairOfKinds(app: Services): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into training_subsidy_kind (train_kind, subsidy_kind, pay_target, effect_date, is_valid, create_user, update_user)
      values ('99', '01', '1', current_date, 'unValid', 1, 1) returning id`,
  );
  return rows[0]?.id ?? failed(TrainingSubsidyKind);
}

/** A question whose answer is one of its options. */
async function aBareQuestion(app: Services): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into question (course_id, classification_id, question_type, difficulty, stem, stem_hash, option_a, option_b, answer, create_user, update_user)
      select course_id, id, '1', '1', 'x' || $2, 'h' || $2, 'a', 'b', 'A', 1, 1 from question_classification where id = $1 returning id`,
    [await anyRow(app, QuestionClassification), String(++count)],
  );
  return rows[0]?.id ?? failed(Question);
}

/** A practice exam whose points add up. */
async function aBareExam(app: Services): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into exam (exam_name, class_id, org_id, course_id, exam_kind, start_time, end_time, duration, total_score, pass_score, single_count, single_score,
        multi_count, multi_score, judge_count, judge_score, easy_rate, medium_rate, hard_rate, max_times, create_user, update_user)
      select 'x' || $2::integer, id, org_id, course_id, '3', now() + $2::integer * interval '1 minute', now() + interval '9 hours', 30, 100, 60, 100, 1, 0, 0, 0, 0, 30, 50, 20, 1, 1, 1
      from training_class where id = $1 returning id`,
    [await anyRow(app, TrainingClass), ++count],
  );
  return rows[0]?.id ?? failed(Exam);
}

/** A room for the whole time of its exam. */
async function aBareRoom(app: Services): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into exam_room (exam_id, room_name, place, start_time, end_time, capacity, create_user, update_user)
      select id, 'x' || $2::integer, 'x', start_time, end_time, 10, 1, 1 from exam where id = $1 returning id`,
    [await anyRow(app, Exam), ++count],
  );
  return rows[0]?.id ?? failed(ExamRoom);
}

/** A paper that nobody has started. */
async function aBarePaper(app: Services): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into exam_paper (exam_id, class_id, org_id, student_id, id_number_hash, times_no, create_user, update_user)
      select e.id, e.class_id, e.org_id, $2, 'x', $3, 1, 1 from exam e where e.id = $1 returning id`,
    [await anyRow(app, Exam), await anyRow(app, Student), ++count],
  );
  return rows[0]?.id ?? failed(ExamPaper);
}

/** The answer to an edition of a question. */
async function aBareAnswer(app: Services): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `with edition as (insert into question_edition (question_id, edition, question_type, difficulty, stem, option_a, option_b, answer, create_user)
        select id, $3, '1', '1', stem, 'a', 'b', 'A', 1 from question where id = $2 returning question_id, edition)
      insert into student_question (paper_id, question_id, edition, order_no, create_user, update_user) select $1, question_id, edition, 1, 1, 1 from edition returning id`,
    [await anyRow(app, ExamPaper), await newRow(app, Question), 1000 + ++count],
  );
  return rows[0]?.id ?? failed(StudentQuestion);
}

/** Somebody registers for an item that the competition has. */
async function addItem(app: Services): Promise<void> {
  await app.pool.query(
    `insert into competition_item (competition_id, item_no, item_name, occupation_name, quota, team_size) values ($1, 'A', 'x', 'x', 10, 1) on conflict do nothing`,
    [await anyRow(app, CompetitionNotice)],
  );
}

/** A ledger is what its claim says, so the claim is sent along. */
async function aPaymentEntry(app: Services): Promise<string> {
  const applyId = await anyRow(app, SubsidyApplication);
  await storePayment(app, applyId, "2");
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from payment_entry where apply_id = $1 order by id desc limit 1",
    [applyId],
  );
  return rows[0]?.id ?? failed(PaymentEntry);
}

/** Writes a row with the given fields. @returns its id, or null where a constraint of the table refuses it */
async function written(
  app: Services,
  entity: Entity,
  wanted: (name: string, field: Field) => boolean,
): Promise<string | null> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of storedFields(entity))
    if (!base.has(name) && wanted(name, field))
      values[name] =
        needed[entity.name]?.[name] ?? (field.kind === "ref" ? await anyRow(app, getEntity(field)) : getValue(field));
  try {
    return (
      await app.db.transaction().execute((tx) => insertRow(tx, system, entity, stored(entity, app.cipher, values)))
    ).id;
  } catch (error) {
    if ((error as { code?: string }).code === "23514") return null;
    throw error;
  }
}
/** What the server fills in every row and no default of the database does: to whom it belongs. */
const isOwner = ({ kind, always }: Field): boolean => kind === "ref" && always === true;

/** What a constraint asks of single columns, by entity and field. */
const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CompetitionNotice: {
    registerStart: "2026-01-05",
    registerEnd: "2026-01-06",
    competeStart: "2026-01-07",
    competeEnd: "2026-01-08",
  },
  CompetitionRegister: { itemNo: "A" },
  SubsidyLine: { applyAmount: "1.00", payableAmount: "1.00", approvedAmount: "1.00" },
};
const base = new Set(["id", "createUser", "updateUser", "version"]);

function failed({ name }: Entity): never {
  throw new Error(`no row of ${name} can be made here`);
}

/** Texts differ from row to row, because some must be unique. */
const getValue = (field: Field): unknown =>
  field.kind === "text" && !field.format && (field.length ?? 0) >= 5 ? `x${++count}` : plausibleValue(field);

function getEntity({ entity: name }: Field): Entity {
  const found = entities.find((entity) => entity.name === name);
  if (!found) throw new Error(`no entity ${name}`);
  return found;
}
