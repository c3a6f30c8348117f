import { Student, rosterImport } from "@jipei/contract/enrolment/student.ts";
import { snake } from "@jipei/contract/core/entity.ts";
import { type Fault, fault } from "@jipei/contract/core/fault.ts";
import { ageAt, birthdayOf, checkIdNumber, idNumberSum, sexOf } from "@jipei/contract/core/id-number.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { today } from "../core/clock.ts";
import type { Db, Tx } from "../core/db.ts";
import { importer } from "../core/excel/importer.ts";
import type { Stage } from "../core/excel/import-stage.ts";
import type { CellFault, RowFault, Values } from "../core/excel/importer.ts";
import { Refusal } from "../core/refusal.ts";
import { type AgeLimits, ageLimitsOf, isRegionCode } from "./person-rules.ts";
import { type Seat, clashesAmong, clashesOf, seatKey } from "./roster-rules.ts";

/** A draft class of the institution that rows may go into. */
interface OpenClass {
  id: string;
  className: string;
  classNo: string | null;
  startDate: string;
  planCount: number;
}

interface Context {
  orgId: string;
  /** The class the import is for; without one every row names its own. */
  classId: string | null;
  classes: ReadonlyMap<string, OpenClass>;
  byName: ReadonlyMap<string, string>;
  ages: AgeLimits;
  day: string;
}

/** What an import may change of somebody who is on the roster already; a blank cell changes nothing. */
const changeable = [
  "name",
  "nation",
  "education",
  "phone",
  "regionCode",
  "hukouType",
  "address",
  "personCategory",
  "workUnit",
  "workUnitCode",
  "workYears",
  "currentCertNo",
  "currentLevel",
  "bankName",
  "bankAccount",
  "remark",
] as const;
const encrypted: ReadonlySet<string> = new Set(["phone", "bankAccount"]);

/** Education as rosters on paper say it. */
const educationWords = {
  硕士: "研究生",
  博士: "研究生",
  本科: "大学本科",
  大学: "大学本科",
  大专: "大学专科",
  专科: "大学专科",
  中专: "中等职业(含技工)",
  中职: "中等职业(含技工)",
  技校: "中等职业(含技工)",
  职高: "中等职业(含技工)",
  高中: "普通高中",
};

/** The roster from a workbook: into one class, or into several that the sheet names. */
export const rosterImporter = importer<{ classId?: string | null }, Context>({
  entity: Student,
  calls: rosterImport,
  columns: [
    // Looked up by `check` among the drafts of the institution, hence kept as text here.
    {
      field: "classId",
      synonyms: ["班级名称", "班级编号", "所在班级", "Class name", "Class number"],
      resolve: async (_db, texts) => new Map(texts.map((text) => [text, text])),
      needed: false,
    },
    { field: "name", synonyms: ["学员姓名"], example: "张三" },
    { field: "idType", needed: false },
    { field: "idNumber", synonyms: ["身份证号", "身份证号码", "证件号", "ID card"], example: "329999199001010011" },
    { field: "sex" },
    { field: "birthday" },
    { field: "nation", example: "汉族" },
    { field: "education", synonyms: ["文化程度"], example: "普通高中", words: educationWords },
    { field: "phone", synonyms: ["手机", "手机号", "联系电话", "电话"], example: "13800000000" },
    { field: "regionCode", synonyms: ["户籍地区划代码"], needed: false },
    { field: "hukouType", synonyms: ["户籍性质", "户口类型"], example: "农村" },
    { field: "address", synonyms: ["住址", "家庭住址"] },
    { field: "personCategory", synonyms: ["人员类型", "培训对象类别"], example: "农村转移就业劳动者" },
    { field: "workUnit", synonyms: ["单位名称"] },
    { field: "workUnitCode", synonyms: ["社会信用代码"] },
    { field: "workYears", synonyms: ["工作年限"] },
    { field: "currentCertNo" },
    { field: "currentLevel" },
    { field: "bankName" },
    { field: "bankAccount", synonyms: ["银行卡号", "社保卡号"] },
    { field: "remark" },
  ],
  derived: [
    "orgId",
    "classId",
    "idType",
    "sex",
    "birthday",
    "regionCode",
    "rosterSource",
    "confirmStatus",
    "gradeResult",
    "subsidyStatus",
  ],
  checksBadRows: true,
  prepare,
  check,
  verify,
  write,
});

/** @throws ROLE_DENIED unless an institution asks, NOT_OWNER, CLASS_LOCKED for a class that takes nobody */
async function prepare(db: Db, actor: Actor, input: { classId?: string | null }): Promise<Context> {
  if (actor.audience !== "institution" || !actor.orgId) throw new Refusal("ROLE_DENIED");
  const found =
    await sql<OpenClass>`select id, class_name, class_no, start_date, plan_count from training_class where org_id = ${actor.orgId} and status = 'unCommit' and is_deleted = 0`.execute(
      db,
    );
  const classes = new Map(found.rows.map((row) => [row.id, row]));
  const classId = input.classId ?? null;
  if (classId && !classes.has(classId)) {
    const owner = await sql<{
      orgId: string;
    }>`select org_id from training_class where id = ${classId} and is_deleted = 0`.execute(db);
    throw new Refusal(
      !owner.rows[0] ? "NOT_FOUND" : owner.rows[0].orgId === actor.orgId ? "CLASS_LOCKED" : "NOT_OWNER",
    );
  }
  const byName = new Map(
    found.rows.flatMap((row) => [
      [row.className, row.id] as const,
      ...(row.classNo ? [[row.classNo, row.id] as const] : []),
    ]),
  );
  return { orgId: actor.orgId, classId, classes, byName, ages: await ageLimitsOf(db), day: today() };
}

/** Rules of one row; fills what follows from others. */
function check(values: Values, context: Context): CellFault[] {
  const found: CellFault[] = [];
  const idType = (values["idType"] as string | null) ?? "1";
  const idNumber = String(values["idNumber"] ?? "").toUpperCase();
  Object.assign(values, {
    idType,
    idNumber,
    orgId: context.orgId,
    rosterSource: "3",
    confirmStatus: "unSubmit",
    gradeResult: "0",
    subsidyStatus: "none",
  });
  const named = values["classId"] as string | null;
  const classId = context.classId ?? (named ? context.byName.get(named) : undefined);
  if (!classId) found.push({ field: "classId", fault: noClass(named) });
  values["classId"] = classId ?? null;
  if (idNumber === "") return found;

  const wrong = checkIdNumber(idNumber, idType, context.day);
  if (wrong) return [...found, { field: "idNumber", fault: wrong, ...suggestion(idNumber, idType, context.day) }];
  if (idType !== "9") Object.assign(values, { sex: sexOf(idNumber), birthday: birthdayOf(idNumber) });
  if (!values["birthday"])
    found.push({ field: "birthday", fault: fault("REQUIRED", "请填写出生日期", "Date of birth: please fill in") });
  values["regionCode"] ??= idType === "9" ? null : idNumber.slice(0, 6);
  if (!isRegionCode(values["regionCode"]))
    found.push({
      field: "regionCode",
      fault: fault(
        "REGION",
        "户籍区划须为6、9或12位区划代码",
        "Household region must be a region code of 6, 9 or 12 digits",
      ),
    });
  const startDate = classId ? context.classes.get(classId)?.startDate : undefined;
  if (startDate && values["birthday"]) {
    const { min, male, female } = context.ages;
    const max = values["sex"] === "2" ? female : male;
    const age = ageAt(values["birthday"], startDate);
    if (age < min || age >= max)
      found.push({
        field: "idNumber",
        fault: fault(
          "STUDENT_AGE",
          `年龄不符合要求（${min}–${max - 1}周岁），开班时${age}周岁`,
          `Age outside ${min}–${max - 1}: ${age} when the class starts`,
        ),
      });
  }
  return found;
}

const noClass = (named: string | null): Fault =>
  named
    ? fault("CLASS_UNKNOWN", `本机构没有可编辑的班级“${named}”`, `You have no draft class “${named}”`)
    : fault("REQUIRED", "请填写班级", "Class: please fill in");

/** Of a number that is right but for its last character, the right one. */
function suggestion(idNumber: string, idType: string, day: string): { suggestion?: string } {
  if (!/^\d{17}[\dX]?$/.test(idNumber)) return {};
  const repaired = idNumber.slice(0, 17) + "10X98765432"[idNumberSum(idNumber) % 11];
  return checkIdNumber(repaired, idType, day) ? {} : { suggestion: repaired };
}

/** Twice in the sheet, no seat left, in another class at the time. */
async function verify(tx: Tx): Promise<{ existing: number; faults: readonly RowFault[] }> {
  const twins = await twinsIn(tx);
  const isTwin = new Set(twins.map(({ line }) => line));
  const clashes = await clashesIn(tx);
  const faults: RowFault[] = [
    ...twins.map(({ line, first }) => ({
      row: line,
      field: "idNumber",
      fault: fault("TWIN", `证件号码与第${first}行重复`, `ID number is the same as in row ${first}`),
    })),
    ...clashes
      .filter(({ line }) => !isTwin.has(line))
      .map(({ line, call }) => ({
        row: line,
        field: "idNumber",
        fault: fault("STUDENT_CLASH", `与班级${call}培训时间重叠`, `Overlaps with class ${call}`),
      })),
    ...(await seatlessIn(tx)).map(({ line, planCount }) => ({
      row: line,
      fault: fault("SIGN_FULL", `名额已满（计划${planCount}人）`, `No seats left (planned ${planCount})`),
    })),
  ];
  const { rows } = await sql<{
    n: number;
  }>`select count(distinct (s.class_id, s.id_number_hash))::int as n from import_stage s join student t on ${same}`.execute(
    tx,
  );
  return { existing: rows[0]?.n ?? 0, faults };
}

/** Each person in each class, and the first row that says so. */
const firsts = sql`select class_id, id_number_hash, min(line) as first from import_stage group by class_id, id_number_hash`;

async function twinsIn(tx: Tx): Promise<{ line: number; first: number }[]> {
  const found = await sql<{ line: number; first: number }>`
    select s.line, f.first from (${firsts} having count(*) > 1) f join import_stage s using (class_id, id_number_hash) where s.line > f.first`.execute(
    tx,
  );
  return found.rows;
}

async function clashesIn(tx: Tx): Promise<{ line: number; call: string }[]> {
  const clashes = await clashesAmong(tx, sql`select id_number_hash, class_id from import_stage`);
  if (clashes.length === 0) return [];
  const calls = new Map(clashes.map((clash) => [seatKey(clash), clash.call]));
  const { rows } = await sql<
    Seat & { line: number }
  >`select line, class_id, id_number_hash from import_stage where id_number_hash = any(${clashes.map((clash) => clash.idNumberHash)})`.execute(
    tx,
  );
  return rows.flatMap((row) => {
    const call = calls.get(seatKey(row));
    return call === undefined ? [] : [{ line: row.line, call }];
  });
}

/** Rows of newcomers beyond the seats of their class, those further down the sheet first. */
async function seatlessIn(tx: Tx): Promise<{ line: number; planCount: number }[]> {
  const { rows } = await sql<{ line: number; planCount: number }>`
    select s.first as line, c.plan_count from (
      select first, class_id, row_number() over (partition by class_id order by first) as nth from (${firsts}) s where not exists (select from student t where ${same})
    ) s join training_class c on c.id = s.class_id
      left join (select class_id, count(*) as n from student t where class_id in (select class_id from import_stage) and ${live} group by class_id) taken using (class_id)
    where s.nth + coalesce(taken.n, 0) > c.plan_count`.execute(tx);
  return rows;
}

/** Writes the checked rows at one stroke; people who are there already are changed where the sheet says something else. */
async function write(
  tx: Tx,
  actor: Actor,
  stage: Stage,
  context: Context,
): Promise<{ inserted: number; updated: number; unchanged: number }> {
  await lockDrafts(tx, context, stage);
  const present = Number(
    (await sql<{ n: string }>`select count(*) as n from import_stage s join student t on ${same}`.execute(tx)).rows[0]
      ?.n ?? 0,
  );
  const updated = await changeSeated(tx, actor, stage);
  // In the order of the sheet: student numbers are given in the order of ids.
  const inserted = await stage.insert(
    tx,
    actor,
    sql`where not exists (select from student t where ${same}) order by s.line`,
  );
  await sql`update student t set account_id = a.id from student_account a, import_stage s
    where ${same} and a.id_number_hash = s.id_number_hash and a.is_deleted = 0 and t.account_id is null`.execute(tx);
  await mustFit(tx);
  await mustNotMeet(tx);
  const classes = await sql<{
    classId: string;
    n: number;
  }>`select class_id, count(*)::int as n from import_stage group by class_id`.execute(tx);
  await writeAudit(
    tx,
    actor,
    classes.rows.map(({ classId, n }) => ({
      bizType: "TrainingClass",
      bizId: classId,
      action: "importRoster",
      after: { rows: n },
    })),
  );
  return { inserted, updated, unchanged: present - updated };
}

/** The live roster row (`t`) of a staged person (`s`). */
const live = sql`t.is_deleted = 0 and t.confirm_status <> 'Invalidate'`;
const same = sql`t.class_id = s.class_id and t.id_number_hash = s.id_number_hash and ${live}`;

/** @throws CLASS_LOCKED when a class was submitted since the sheet was checked */
async function lockDrafts(tx: Tx, context: Context, stage: Stage): Promise<void> {
  const locked = await sql<{ status: string; orgId: string }>`
    select status, org_id from training_class where id in (select class_id from ${stage.table}) and is_deleted = 0 order by id for no key update`.execute(
    tx,
  );
  if (locked.rows.some((row) => row.orgId !== context.orgId)) throw new Refusal("NOT_OWNER");
  if (locked.rows.some((row) => row.status !== "unCommit")) throw new Refusal("CLASS_LOCKED");
}

async function changeSeated(tx: Tx, actor: Actor, stage: Stage): Promise<number> {
  const columns = changeable
    .filter((name) => stage.columns.includes(name))
    .map((name) => ({
      name: snake(name),
      told: encrypted.has(name) ? `${snake(name)}_hash` : snake(name),
      secret: encrypted.has(name),
    }));
  if (columns.length === 0) return 0;
  const sets = columns
    .flatMap(({ name, secret }) => [name, ...(secret ? [`${name}_hash`] : [])])
    .map((name) => `${name} = coalesce(s.${name}, t.${name})`);
  const differs = columns.map(({ told }) => `(s.${told} is not null and s.${told} is distinct from t.${told})`);
  const changed = await sql`
    update student t set ${sql.raw(sets.join(", "))}, confirm_status = 'unSubmit', update_user = ${actor.userId}, update_time = now(), version = t.version + 1
    from import_stage s where ${same} and (${sql.raw(differs.join(" or "))})`.execute(tx);
  return Number(changed.numAffectedRows ?? 0);
}

/** @throws SIGN_FULL when others took seats since the sheet was checked */
async function mustFit(tx: Tx): Promise<void> {
  const over = await sql`
    select 1 from training_class c where c.id in (select class_id from import_stage)
      and (select count(*) from student t where t.class_id = c.id and t.is_deleted = 0 and t.confirm_status <> 'Invalidate') > c.plan_count limit 1`.execute(
    tx,
  );
  if (over.rows.length > 0) throw new Refusal("SIGN_FULL");
}

/** @throws STUDENT_CLASH for people whom the sheet itself puts into two classes at a time */
async function mustNotMeet(tx: Tx): Promise<void> {
  const several = await sql<Seat & { name: string }>`
    select s.class_id, s.id_number_hash, s.name from import_stage s where s.id_number_hash in (select id_number_hash from import_stage group by 1 having count(*) > 1)`.execute(
    tx,
  );
  const clashes = await clashesOf(tx, several.rows);
  const met = several.rows.find((row) => clashes.has(seatKey(row)));
  if (met) throw new Refusal("STUDENT_CLASH", { name: met.name, classNo: clashes.get(seatKey(met)) as string });
}
