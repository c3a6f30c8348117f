import { Student, rosterImport } from "@jipei/contract/training/student.ts";
import type { FieldName } from "@jipei/contract/core/entity.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Db } from "../../core/database/db.ts";
import type { ImportColumnSpec } from "../../core/excel/import/import-definition.ts";
import { importer } from "../../core/excel/import/importer.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { getAgeLimits } from "./person-rules.ts";
import { type OpenClass, type RosterContext, checkRosterRow } from "./roster-import.check.ts";
import { holdRoster, same, verifyRoster, writeRoster } from "./roster-import.stage.ts";

/** Education as rosters on paper say it. */
export const educationWords = {
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

type Name = FieldName<typeof Student>;

/** The columns of a roster, in the order of its template. */
const columns: readonly ImportColumnSpec<Name>[] = [
  // Looked up by `check` among the drafts of the institution, hence read as text here.
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
];

/** By these an import knows people and their class, and changes nothing of them. */
const identity: ReadonlySet<Name> = new Set(["classId", "idType", "idNumber", "sex", "birthday"]);

/** What an import of a roster reads; an institution does not see bank accounts, and an import changes nothing of what it does not name. */
export const rosterFields: readonly Name[] = columns
  .map(({ field }): Name => (field === "classId" ? "className" : field))
  .filter((field) => field !== "bankAccount");

/** The roster from a workbook: into one class, or into several that the sheet names. */
export const rosterImporter = importer({
  entity: Student,
  calls: rosterImport,
  columns,
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
  existing: {
    same,
    fields: columns.map(({ field }) => field).filter((field) => !identity.has(field)),
    // A changed person is checked anew.
    sets: { confirmStatus: "unSubmit" },
  },
  target: ({ classId, classes }) => classes.get(classId ?? "")?.className ?? null,
  prepare,
  check: checkRosterRow,
  verify: verifyRoster,
  write: writeRoster,
  beforeUndo: holdRoster,
});

/** @throws ROLE_DENIED unless an institution asks, NOT_OWNER, CLASS_LOCKED for a class that takes nobody */
async function prepare(db: Db, actor: Actor, input: InputOf<typeof rosterImport.dryRun>): Promise<RosterContext> {
  if (actor.audience !== "institution" || !actor.orgId) throw new Refusal("ROLE_DENIED");
  const found =
    await sql<OpenClass>`select id, class_name, class_no, start_date, plan_count from training_class where org_id = ${actor.orgId} and status = 'unCommit' and is_deleted = 0`.execute(
      db,
    );
  const classes = new Map(found.rows.map((row) => [row.id, row]));
  const classId = input.classId ?? null;
  if (classId && !classes.has(classId)) throw await refuseClass(db, actor.orgId, classId);
  const byName = new Map(
    found.rows.flatMap((row) => [
      [row.className, row.id] as const,
      ...(row.classNo ? [[row.classNo, row.id] as const] : []),
    ]),
  );
  return { orgId: actor.orgId, classId, classes, byName, ages: await getAgeLimits(db), day: today() };
}

/** Why a class takes no roster of the institution. */
async function refuseClass(db: Db, orgId: string, classId: string): Promise<Refusal> {
  const found = await sql<{
    orgId: string;
  }>`select org_id from training_class where id = ${classId} and is_deleted = 0`.execute(db);
  const [row] = found.rows;
  if (!row) return new Refusal("NOT_FOUND");
  return new Refusal(row.orgId === orgId ? "CLASS_LOCKED" : "NOT_OWNER");
}
