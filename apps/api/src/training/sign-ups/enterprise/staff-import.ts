import type { InputOf } from "@jipei/contract/core/call.ts";
import type { FieldName } from "@jipei/contract/core/entity.ts";
import { checkIdNumber, findBirthday, getSex } from "@jipei/contract/core/fields/id-number.ts";
import { issue } from "@jipei/contract/core/issue.ts";
import { EnterpriseSign, mostStaff, signedStaffImport } from "@jipei/contract/training/enterprise-sign.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../core/database/db.ts";
import { readRow } from "../../../core/database/rows.ts";
import type {
  CellIssue,
  ImportColumnSpec,
  ImportValues,
  RowIssue,
} from "../../../core/excel/import/import-definition.ts";
import type { ImportedRow } from "../../../core/excel/import/import-existing.ts";
import type { Stage } from "../../../core/excel/import/import-stage.ts";
import type { StageWriter } from "../../../core/excel/import/import-writer.ts";
import { updateRow } from "../../../core/database/write-rows.ts";
import { importer } from "../../../core/excel/import/importer.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import { today } from "../../../core/foundation/clock.ts";
import { Refusal } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { nextNumbers } from "../../../settings/settings.queries.ts";
import { type AgeLimits, findAgeIssue, getAgeLimits } from "../../roster/person-rules.ts";
import { getClassFacts } from "../../roster/class-facts.ts";
import { educationWords } from "../../roster/roster-import.ts";
import { assertDraft } from "../sign-up.guards.ts";
import { assertOpen } from "../sign-up.window.ts";
import { getOwnEnterprise, lockSign } from "./enterprise-sign.save.ts";
import { enterpriseSignScope } from "./enterprise-sign.scope.ts";
import { askInsured } from "./insured-staff.ts";
import { employee } from "./staff.save.ts";

type Name = FieldName<typeof SignUp>;
type Cells = ImportValues<typeof SignUp>;

/** The columns of a staff list, in the order of its template. */
const columns: readonly ImportColumnSpec<Name>[] = [
  { field: "name", synonyms: ["职工姓名", "员工姓名"], example: "张三" },
  { field: "idNumber", synonyms: ["身份证号", "身份证号码", "证件号", "ID card"], example: "329999199001010011" },
  { field: "phone", synonyms: ["手机", "手机号", "联系电话", "电话"], example: "13800000000" },
  { field: "education", synonyms: ["文化程度"], example: "普通高中", words: educationWords },
  { field: "postName", synonyms: ["工种", "职务"], example: "电工", needed: true },
  { field: "entryDate", synonyms: ["入职时间", "进厂日期"], example: "2020-03-01", needed: true },
  { field: "nation", example: "汉族" },
  { field: "personCategory", synonyms: ["人员类型"], example: "企业职工", needed: false },
  { field: "remark" },
];

/** What the checks of all rows need. */
interface StaffContext {
  head: { id: string; entId: string; classId: string; orgId: string; entSignNo: string };
  startDate: string;
  ages: AgeLimits;
  day: string;
}

/** A person of the draft (`t`) that a row of the sheet (`s`) is about. */
const same = sql`t.ent_sign_id = s.ent_sign_id and t.id_number_hash = s.id_number_hash and t.is_deleted = 0 and t.confirm_status <> 'Invalidate'`;

/** Staff from a workbook into a draft. */
export const signedStaffImporter = importer({
  entity: SignUp,
  calls: signedStaffImport,
  columns,
  derived: [
    "idType",
    "sex",
    "birthday",
    "personCategory",
    "signNo",
    "signSource",
    "isReSign",
    "confirmStatus",
    "entSignId",
    "entId",
    "classId",
    "orgId",
  ],
  unique: ["idNumber"],
  maxRows: mostStaff,
  isSlow: true,
  existing: { same, fields: ["name", "phone", "education", "postName", "entryDate", "nation", "remark"] },
  target: ({ head }) => head.entSignNo,
  prepare,
  check,
  verify,
  write,
  beforeUndo,
});

/** @throws NOT_OWNER unless an enterprise asks, NOT_FOUND, STATE_ILLEGAL for a sign-up that is no draft, and what a closed class refuses */
async function prepare(
  db: Db,
  actor: Actor,
  { entSignId }: InputOf<typeof signedStaffImport.dryRun>,
): Promise<StaffContext> {
  getOwnEnterprise(actor);
  const { id, entId, classId, orgId, entSignNo, confirmStatus } = await readRow(
    db,
    EnterpriseSign,
    enterpriseSignScope,
    actor,
    entSignId,
  );
  if (!entId || !orgId || !entSignNo || !confirmStatus) throw new Refusal("NOT_FOUND");
  assertDraft({ confirmStatus }, "导入", "Import");
  const facts = await getClassFacts(db, classId);
  assertOpen(facts);
  const { startDate } = facts;
  return { head: { id, entId, classId, orgId, entSignNo }, startDate, ages: await getAgeLimits(db), day: today() };
}

/** Rules of one row; fills what follows from others. Other documents than those of residents are entered one by one. */
function check(cells: Cells, { head, startDate, ages, day }: StaffContext): CellIssue<Name>[] {
  const found: CellIssue<Name>[] = [];
  const idNumber = (cells.idNumber ?? "").toUpperCase();
  const { id: entSignId, entId, classId, orgId } = head;
  Object.assign(cells, {
    idType: "1",
    idNumber,
    personCategory: cells.personCategory ?? employee,
    // The number is drawn when the row is written.
    signNo: "",
    signSource: "3",
    isReSign: "0",
    confirmStatus: "unSubmit",
    entSignId,
    entId,
    classId,
    orgId,
  } satisfies Cells);
  if (cells.entryDate && cells.entryDate > day)
    found.push({ field: "entryDate", issue: issue("FUTURE", "入职日期不能晚于今天", "Joined on: not after today") });
  const wrong = checkIdNumber(idNumber, "1", day);
  if (wrong) return [...found, { field: "idNumber", issue: wrong }];
  const person = { sex: getSex(idNumber), birthday: findBirthday(idNumber) };
  Object.assign(cells, person);
  const tooOld = findAgeIssue(person, startDate, ages);
  return tooOld ? [...found, { field: "idNumber", issue: tooOld }] : found;
}

interface Staged {
  line: number;
  idNumber: string;
  idNumberHash: string;
}

/** Insured by this enterprise. */
async function verify(
  tx: Tx,
  actor: Actor,
  _stage: Stage,
  { head }: StaffContext,
  app: Services,
): Promise<RowIssue<Name>[]> {
  const { rows } = await sql<Staged>`select line, id_number, id_number_hash from import_stage order by line`.execute(
    tx,
  );
  const insured = await askInsured(
    app,
    actor,
    rows.map(({ idNumber }) => app.cipher.decrypt(idNumber)),
    head.id,
  );
  if (!insured) throw new Refusal("ENT_TOTAL_REQUIRED");
  return rows
    .filter(({ idNumberHash }) => insured.get(idNumberHash) === "0")
    .map(({ line }) => ({
      row: line,
      field: "idNumber",
      issue: issue("STAFF_NOT_INSURED", "未在本单位参保", "Not insured by this enterprise"),
    }));
}

/** Adds people to the draft, and changes those of it where the import covers. @throws STATE_ILLEGAL when it was sent since the sheet was checked */
async function write(tx: Tx, actor: Actor, stage: StageWriter, { head }: StaffContext) {
  const { row, facts } = await lockSign(tx, actor, head.id);
  assertDraft(row, "导入", "Import");
  assertOpen(facts);
  const numbers = await nextNumbers(tx, "SIGN_NO", stage.rows);
  await sql`update import_stage s set sign_no = n.no from (select line, row_number() over (order by line) as nth from import_stage) l,
    unnest(${numbers}::text[]) with ordinality n (no, nth) where l.line = s.line and n.nth = l.nth`.execute(tx);
  // Whoever changes the people at the same time hears of it.
  await updateRow(tx, actor, EnterpriseSign, row.id, {});
  const { present, changed } = await stage.changeExisting();
  const inserted = await stage.insertNew();
  return { inserted, updated: changed, unchanged: present - changed };
}

/** An import is undone while its sign-up is a draft. @throws STATE_ILLEGAL */
async function beforeUndo(tx: Tx, actor: Actor, rows: readonly ImportedRow[]): Promise<void> {
  const found = await sql<{ id: string }>`
    select distinct ent_sign_id as id from sign_up where id = any(${rows.map(({ id }) => id)}::bigint[]) order by 1`.execute(
    tx,
  );
  for (const { id } of found.rows) assertDraft((await lockSign(tx, actor, id)).row, "撤销导入", "Undo the import");
}
