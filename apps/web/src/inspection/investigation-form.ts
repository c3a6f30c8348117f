import { type InvestigationRow, inspection, neededFields } from "@jipei/contract/inspection/investigation.ts";
import type { Investigation } from "@jipei/contract/inspection/investigation.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import type { FormValues } from "../core/form/fields.ts";
import { refSource } from "../core/form/ref-source.ts";

const courses = refSource({
  entity: Course,
  list: courseCalls.list,
  detail: courseCalls.detail,
  note: "courseNo",
});

/** Where the references of an investigation are searched: classes have their number once the bureau confirmed them. */
export const investigationRefs = {
  classId: refSource({
    entity: TrainingClass,
    list: classCalls.usedByManage,
    detail: classCalls.detail,
    params: { status: "Confirm" },
    note: "classNo",
  }),
  needCourseIds: courses,
};

/** The same for an enterprise, which chooses among its own classes. */
export const ownInvestigationRefs = {
  classId: refSource({
    entity: EnterpriseClass,
    list: enterpriseClassCalls.getClass,
    detail: enterpriseClassCalls.detail,
    params: { confirmStatus: "Confirm" },
    note: "classNo",
  }),
  needCourseIds: courses,
};

type Values = FormValues<typeof Investigation>;
const ofKind = (kind: InvestigationRow["investigateKind"]) => (values: Values) => values.investigateKind === kind;

/** Which fields the form asks of which kind. */
export const whenAsked = {
  investigator: (values: Values) => values.investigateKind !== inspection,
  needCourseIds: ofKind("1"),
  needCount: ofKind("1"),
  satisfaction: ofKind("2"),
  skillUpRate: ofKind("2"),
  keepRate: ofKind("2"),
  visitTime: ofKind(inspection),
  visitPlace: ofKind(inspection),
  isReal: ofKind(inspection),
};

/** What a draft says of the class: everything but which class it is, and of what kind. */
export const findingFields = [
  "investigateDate",
  "investigator",
  "visitTime",
  "visitPlace",
  "isReal",
  "needCourseIds",
  "needCount",
  "satisfaction",
  "skillUpRate",
  "keepRate",
  "content",
  "attachmentList",
  "remark",
] as const;

/** References are shown by what they refer to is called. */
const toShown = <N extends string>(name: N) => (name === "needCourseIds" ? "needCourseNames" : name);

/** The fields that a view of this kind shows. */
export const shownFields = (kind: InvestigationRow["investigateKind"]) => {
  const rates = kind === "2" ? (["skillUpRate", "keepRate"] as const) : [];
  const others = kind === inspection ? (["checkCount", "drawSeed"] as const) : (["entName"] as const);
  const site = ["siteTime", "siteLatitude", "siteLongitude", "siteAccuracy"] as const;
  return [
    "classNo",
    "className",
    "orgName",
    "investigateKind",
    "investigateDate",
    "investigator",
    ...neededFields[kind].filter((name) => name !== "investigator").map(toShown),
    ...rates,
    ...others,
    ...site,
    "commitTime",
    "verifyTime",
    "attachmentList",
    "remark",
  ] as const;
};
