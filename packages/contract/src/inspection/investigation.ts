import { investigateStatus, unitSide } from "../core/fields/codes.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import {
  code,
  date,
  datetime,
  decimal,
  files,
  int,
  long,
  lookup,
  ref,
  refs,
  text,
  time,
} from "../core/fields/field.ts";
import { investigateKind } from "./investigation-codes.ts";

/**
 * A survey of an enterprise about a class (kinds 1 and 2), or the bureau's inspection of a class of either side (kind 3). What each kind needs
 * before it is filled stands in `neededFields`.
 */
export const Investigation = entity(
  "Investigation",
  "企业调查",
  "Investigation",
  {
    /** The class is chosen by its id or by its number. */
    classId: ref("TrainingClass", "班级", "Class", "optional", { always: true }),
    classNo: text(20, "班级编号", "Class number", "optional", { always: true }),
    className: lookup("classId", "TrainingClass", "className", "班级名称", "Class name"),
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution name"),
    /** Whose class it is. */
    side: code(unitSide, "单位类型", "Kind of unit", "computed", { derived: true, always: true }),
    /** Empty for the inspection of an institution's class. */
    entId: ref("Department", "企业", "Enterprise", "computed"),
    entName: lookup("entId", "Department", "orgName", "企业名称", "Enterprise name"),
    investigateKind: code(investigateKind, "调查类型", "Kind", "required"),
    investigateDate: date("调查日期", "Date", "required"),
    investigator: text(50, "调查人", "Investigator", "optional", { person: true }),
    needCourseIds: refs("Course", "需求课程", "Courses needed"),
    needCourseNames: text(4000, "需求课程", "Courses needed", "computed", { derived: true }),
    needCount: int("需求人数", "People to be trained", "optional", { min: 1, unitZh: "人", unitEn: "people" }),
    satisfaction: int("满意度", "Satisfaction", "optional", { min: 1, max: 5, unitZh: "分(1–5)", unitEn: "of 5" }),
    skillUpRate: decimal(5, 2, "技能提升比例", "Better skilled", "optional", {
      min: 0,
      max: 100,
      unitZh: "%",
      unitEn: "%",
    }),
    keepRate: decimal(5, 2, "稳岗率", "Still employed", "optional", { min: 0, max: 100, unitZh: "%", unitEn: "%" }),
    visitTime: time("到访时间", "Time of the visit"),
    visitPlace: text(200, "到访地点", "Place of the visit"),
    /** What a phone said when the findings were written on site; its clock and its place are not ours to vouch for. */
    siteTime: datetime("现场时间（手机）", "Time on site (by the phone)"),
    siteLatitude: decimal(8, 6, "现场纬度", "Latitude", "optional", { min: -90, max: 90, unitZh: "°", unitEn: "°" }),
    siteLongitude: decimal(9, 6, "现场经度", "Longitude", "optional", {
      min: -180,
      max: 180,
      unitZh: "°",
      unitEn: "°",
    }),
    siteAccuracy: int("定位精度", "Accurate to", "optional", { min: 0, max: 1_000_000, unitZh: "米", unitEn: "m" }),
    isReal: code(yesNo, "培训真实性", "Training is real"),
    checkCount: int("抽查人数", "People checked", "computed", { unitZh: "人", unitEn: "people" }),
    /** What the sample is drawn by, made with the draw. With it anybody can draw the same sample again. */
    drawSeed: text(36, "抽样种子", "Seed of the sample", "computed"),
    content: long("调查内容", "Findings"),
    fillStatus: code(investigateStatus, "填报状态", "State", "computed", { always: true }),
    attachmentList: files("现场照片及附件", "Photos and attachments"),
    commitTime: datetime("填报时间", "Filled", "computed"),
    commitUser: ref("User", "填报人", "Filled by", "computed"),
    verifyTime: datetime("核实时间", "Verified", "computed"),
    verifyUser: ref("User", "核实人", "Verified by", "computed"),
    backReason: text(500, "退回原因", "Reason for return", "computed"),
  },
  {
    idName: "investigateId",
    title: "className",
    filters: [
      "classId",
      "classNo",
      "className",
      "orgId",
      "entName",
      "investigateKind",
      "fillStatus",
      "isReal",
      "investigateDate",
    ],
    sorts: ["investigateDate", "classNo", "fillStatus"],
    order: ["-investigateDate"],
  },
);
export interface InvestigationRow extends Row<typeof Investigation> {}
type Kind = InvestigationRow["investigateKind"];

/** The code of an inspection. */
export const inspection = "3" satisfies Kind;

/** What each kind needs when it is filled, beside date and class. */
export const neededFields = {
  "1": ["investigator", "needCourseIds", "needCount", "content"],
  "2": ["investigator", "satisfaction", "content"],
  "3": ["visitTime", "visitPlace", "isReal", "content"],
} as const satisfies Record<Kind, readonly (keyof InvestigationRow)[]>;
