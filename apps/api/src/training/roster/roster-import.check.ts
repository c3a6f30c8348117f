import type { FieldName } from "@jipei/contract/core/entity.ts";
import { findBirthday, checkIdNumber, getSex } from "@jipei/contract/core/fields/id-number.ts";
import { type Issue, issue } from "@jipei/contract/core/issue.ts";
import type { Student } from "@jipei/contract/training/student.ts";
import type { CellIssue, ImportValues } from "../../core/excel/import/import-definition.ts";
import { type AgeLimits, findAgeIssue, isRegionCode } from "./person-rules.ts";

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
  if (wrong) return [...found, { field: "idNumber", issue: wrong }];
  if (idType !== "9") found.push(...contradictions(cells, idNumber));
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
  const tooOld = startDate && cells.birthday ? findAgeIssue(cells, startDate, context.ages) : null;
  return tooOld ? [...found, { field: "idNumber", issue: tooOld }] : found;
}

const fill = (cells: Cells, values: Cells): Cells => Object.assign(cells, values);

const noClass = (named: string | null): Issue =>
  named
    ? issue("CLASS_UNKNOWN", `本机构没有可编辑的班级“${named}”`, `You have no draft class “${named}”`)
    : issue("REQUIRED", "请填写班级", "Please fill in: Class");

/** What the sheet says of a person otherwise than their ID number; the number is taken. */
function contradictions(cells: Cells, idNumber: string): CellIssue<StudentField>[] {
  const found: CellIssue<StudentField>[] = [];
  if (cells.sex && cells.sex !== getSex(idNumber))
    found.push({
      field: "sex",
      isNotice: true,
      issue: issue(
        "SEX_DIFFERS",
        "性别与证件号码不一致，将按证件号码导入",
        "The sex is not that of the ID number, which is taken",
      ),
    });
  if (cells.birthday && cells.birthday !== findBirthday(idNumber))
    found.push({
      field: "birthday",
      isNotice: true,
      issue: issue(
        "BIRTHDAY_DIFFERS",
        "出生日期与证件号码不一致，将按证件号码导入",
        "The date of birth is not that of the ID number, which is taken",
      ),
    });
  return found;
}
