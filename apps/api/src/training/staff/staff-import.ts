import type { FieldName } from "@jipei/contract/core/entity.ts";
import { getOwnUnit } from "../../providers/providers.queries.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { ageAt, checkIdNumber, findBirthday, getSex } from "@jipei/contract/core/fields/id-number.ts";
import { issue } from "@jipei/contract/core/issue.ts";
import { mostStaff } from "@jipei/contract/training/enterprise-sign.ts";
import { EnterpriseStudent, staffImport } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { readRow } from "../../core/database/rows.ts";
import type { CellIssue, ImportColumnSpec, ImportValues } from "../../core/excel/import/import-definition.ts";
import type { ImportedRow } from "../../core/excel/import/import-existing.ts";
import type { StageWriter } from "../../core/excel/import/import-writer.ts";
import { importer } from "../../core/excel/import/importer.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { isDraft } from "../classes/class-state.ts";
import { enterpriseClassScope } from "../enterprise-classes/enterprise-class.scope.ts";
import { lockClass, lockClasses } from "../roster/class-facts.ts";
import { getAgeLimits } from "../roster/person-rules.ts";
import { educationWords } from "../roster/roster-import.ts";

import { type StaffContext, same, verifyStaff } from "./staff-import.verify.ts";

type Name = FieldName<typeof EnterpriseStudent>;

/** A number and a name are enough where the registers and an earlier class of the enterprise know the rest. */
const columns: readonly ImportColumnSpec<Name>[] = [
  { field: "name", synonyms: ["职工姓名", "学员姓名"], example: "张三" },
  { field: "idNumber", synonyms: ["身份证号", "身份证号码", "证件号", "ID card"], example: "329999199001010011" },
  { field: "education", synonyms: ["文化程度"], words: educationWords, needed: false },
  { field: "phone", synonyms: ["手机", "手机号", "联系电话", "电话"], needed: false },
  { field: "postName", synonyms: ["工种", "职务"], needed: false },
  { field: "entryDate", synonyms: ["入职时间"], needed: false },
  { field: "contractStart", synonyms: ["合同开始日期", "合同起始日期"], needed: false },
  { field: "contractEnd", synonyms: ["合同结束日期", "合同终止日期"], needed: false },
  { field: "isTransfer", needed: false },
  { field: "masterName", synonyms: ["师傅", "导师"], needed: false },
  { field: "remark" },
];

export const staffImporter = importer({
  entity: EnterpriseStudent,
  calls: staffImport,
  maxRows: mostStaff,
  isSlow: true,
  columns,
  derived: [
    "classId",
    "unitId",
    "idType",
    "sex",
    "birthday",
    "education",
    "phone",
    "postName",
    "entryDate",
    "contractStart",
    "contractEnd",
    "isInsured",
    "insuredSince",
    "isContract",
    "registerTime",
    "insuredEvidenceId",
    "contractEvidenceId",
    "gradeResult",
    "subsidyStatus",
    "isOnJob",
    "confirmStatus",
  ],
  checksBadRows: true,
  existing: {
    same,
    fields: [
      "name",
      "education",
      "phone",
      "postName",
      "entryDate",
      "contractStart",
      "contractEnd",
      "isTransfer",
      "masterName",
    ],
  },
  target: ({ className }) => className,
  prepare,
  check: checkRow,
  verify: verifyStaff,
  write: writeStaff,
  beforeUndo: holdStaff,
});

/** @throws ROLE_DENIED unless an enterprise asks, NOT_FOUND, CLASS_LOCKED for a class that takes nobody */
async function prepare(db: Db, actor: Actor, { classId }: InputOf<typeof staffImport.dryRun>): Promise<StaffContext> {
  if (actor.audience !== "enterprise") throw new Refusal("ROLE_DENIED");
  const row = await readRow(db, EnterpriseClass, enterpriseClassScope, actor, classId);
  if (!isDraft(row.confirmStatus ?? "")) throw new Refusal("CLASS_LOCKED");
  const { className, startDate } = row;
  return {
    unit: await getOwnUnit(db, actor),
    classId,
    className,
    startDate,
    ages: await getAgeLimits(db),
    day: today(),
  };
}

/** Rules of one row; fills what follows from the number. */
function checkRow(cells: ImportValues<typeof EnterpriseStudent>, context: StaffContext): CellIssue<Name>[] {
  const idNumber = (cells.idNumber ?? "").toUpperCase();
  Object.assign(cells, {
    classId: context.classId,
    unitId: context.unit.id,
    idType: "1",
    idNumber,
    gradeResult: "0",
    subsidyStatus: "none",
    isOnJob: "1",
    confirmStatus: "unSubmit",
  });
  if (idNumber === "") return [];
  const wrong = checkIdNumber(idNumber, "1", context.day);
  if (wrong) return [{ field: "idNumber", issue: wrong }];
  const sex = getSex(idNumber);
  const birthday = findBirthday(idNumber);
  Object.assign(cells, { sex, birthday });
  const { min, male, female } = context.ages;
  const max = sex === "2" ? female : male;
  const age = ageAt(birthday ?? "", context.startDate);
  if (age >= min && age < max) return [];
  return [
    {
      field: "idNumber",
      issue: issue(
        "STUDENT_AGE",
        `年龄不符合要求（${min}–${max - 1}周岁），开班时${age}周岁`,
        `Age outside ${min}–${max - 1}: ${age} when the class starts`,
      ),
    },
  ];
}

/** Writes the checked rows; people who are there already are changed where the import covers. @throws CLASS_LOCKED when the class was submitted meanwhile */
async function writeStaff(
  tx: Tx,
  _actor: Actor,
  stage: StageWriter,
  { classId }: StaffContext,
): Promise<{ inserted: number; updated: number; unchanged: number }> {
  if (!isDraft((await lockClass(tx, classId)).status)) throw new Refusal("CLASS_LOCKED");
  const { present, changed } = await stage.changeExisting();
  const inserted = await stage.insertNew();
  return { inserted, updated: changed, unchanged: present - changed };
}

/** An import is undone while its class is a draft. @throws CLASS_LOCKED */
async function holdStaff(tx: Tx, _actor: Actor, rows: readonly ImportedRow[]): Promise<void> {
  const { rows: found } = await sql<{
    classId: string;
  }>`select distinct class_id from enterprise_student where id = any(${rows.map(({ id }) => id)}::bigint[]) order by class_id`.execute(
    tx,
  );
  const classes = await lockClasses(
    tx,
    found.map(({ classId }) => classId),
  );
  if ([...classes.values()].some(({ status }) => !isDraft(status))) throw new Refusal("CLASS_LOCKED");
}
