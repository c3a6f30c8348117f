import type { FieldName } from "@jipei/contract/core/entity.ts";
import { ageAt, findBirthday, checkIdNumber, idNumberSum, getSex } from "@jipei/contract/core/fields/id-number.ts";
import { type Issue, issue } from "@jipei/contract/core/issue.ts";
import type { Student } from "@jipei/contract/training/student.ts";
import type { CellIssue, ImportValues } from "../../core/excel/import/import-definition.ts";
import { type AgeLimits, isRegionCode } from "./person-rules.ts";

/** A draft class of the institution that rows may go into. */
export interface OpenClass {
  id: string;
  className: string;
  classNo: string | null;
  startDate: string;
  planCount: number;
}

/** What the checks of all rows need. */
export interface RosterContext {
  orgId: string;
  /** The class the import is for; without one every row names its own. */
  classId: string | null;
  classes: ReadonlyMap<string, OpenClass>;
  byName: ReadonlyMap<string, string>;
  ages: AgeLimits;
  day: string;
}

/** The cells of a row, under the names of the roster. */
type Cells = ImportValues<typeof Student>;
export type StudentField = FieldName<typeof Student>;

/** Rules of one row; fills what follows from others. */
export function checkRosterRow(cells: Cells, context: RosterContext): CellIssue<StudentField>[] {
  const found: CellIssue<StudentField>[] = [];
  const idType = cells.idType ?? "1";
  const idNumber = (cells.idNumber ?? "").toUpperCase();
  fill(cells, {
    idType,
    idNumber,
    orgId: context.orgId,
    rosterSource: "3",
    confirmStatus: "unSubmit",
    gradeResult: "0",
    subsidyStatus: "none",
  });
  const named = cells.classId ?? null;
  const classId = context.classId ?? (named ? context.byName.get(named) : undefined);
  if (!classId) found.push({ field: "classId", issue: noClass(named) });
  cells.classId = classId ?? null;
  if (idNumber === "") return found;

  const wrong = checkIdNumber(idNumber, idType, context.day);
  if (wrong) return [...found, { field: "idNumber", issue: wrong, ...suggestion(idNumber, idType, context.day) }];
  if (idType !== "9") fill(cells, { sex: getSex(idNumber), birthday: findBirthday(idNumber) });
  if (!cells.birthday)
    found.push({ field: "birthday", issue: issue("REQUIRED", "请填写出生日期", "Please fill in: Date of birth") });
  cells.regionCode ??= idType === "9" ? null : idNumber.slice(0, 6);
  if (!isRegionCode(cells.regionCode))
    found.push({
      field: "regionCode",
      issue: issue(
        "REGION",
        "户籍区划须为6、9或12位区划代码",
        "Household region must be a region code of 6, 9 or 12 digits",
      ),
    });
  const startDate = classId ? context.classes.get(classId)?.startDate : undefined;
  if (startDate && cells.birthday) found.push(...checkAge(cells.sex, ageAt(cells.birthday, startDate), context.ages));
  return found;
}

const fill = (cells: Cells, values: Cells): Cells => Object.assign(cells, values);

function checkAge(
  sex: string | null | undefined,
  age: number,
  { min, male, female }: AgeLimits,
): CellIssue<StudentField>[] {
  const max = sex === "2" ? female : male;
  if (age >= min && age < max) return [];
  const zh = `年龄不符合要求（${min}–${max - 1}周岁），开班时${age}周岁`;
  const en = `Age outside ${min}–${max - 1}: ${age} when the class starts`;
  return [{ field: "idNumber", issue: issue("STUDENT_AGE", zh, en) }];
}

const noClass = (named: string | null): Issue =>
  named
    ? issue("CLASS_UNKNOWN", `本机构没有可编辑的班级“${named}”`, `You have no draft class “${named}”`)
    : issue("REQUIRED", "请填写班级", "Please fill in: Class");

/** Of a number that is right but for its last character, the right one. */
function suggestion(idNumber: string, idType: string, day: string): { suggestion?: string } {
  if (!/^\d{17}[\dX]?$/.test(idNumber)) return {};
  const repaired = idNumber.slice(0, 17) + "10X98765432"[idNumberSum(idNumber) % 11];
  return checkIdNumber(repaired, idType, day) ? {} : { suggestion: repaired };
}
