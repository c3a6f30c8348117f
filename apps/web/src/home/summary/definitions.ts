import type { SummaryFigure } from "@jipei/contract/home/summary.ts";
import type { Named } from "../../core/i18n/language.ts";

/** How each figure is counted (docs/rules.md, Figures), beside the figures. */
export const definitions: Readonly<Record<SummaryFigure, Named>> = {
  classCount: [
    "已备案且开班日期在期间内的班级，机构和企业合计",
    "Confirmed classes that began in the period, of institutions and enterprises",
  ],
  enrolCount: [
    "上述班级审核通过的学员，一人参加两个班计两次",
    "Confirmed students of these classes; a person in two classes counts twice",
  ],
  finishCount: [
    "结业日期在期间内的班级中，出勤率达到标准的学员",
    "Students with enough attendance in classes that ended in the period",
  ],
  testCount: [
    "期间内公布成绩的学员，缺考除外",
    "Students whose grades were published in the period, without those absent",
  ],
  passCount: ["其中合格的", "Those of them who passed"],
  passRate: ["合格人数 ÷ 参考人数", "Passed ÷ assessed"],
  certCount: ["发证日期在期间内的有效证书", "Valid certificates issued in the period"],
  employRate: [
    "机构班级的结业学员（在职职工除外）中，结业后六个月内最近一次回访为就业的占比；不足五人不显示",
    "Of those who finished at institutions and are no employees: at work by the latest follow-up within six months; not shown for fewer than five",
  ],
  applyAmount: ["期间内提交的补贴申请", "Claims submitted in the period"],
  approvedAmount: [
    "期间内复审通过的核定金额，预支部分除外",
    "Approved at the second review in the period, without what was advanced",
  ],
  paidAmount: ["期间内拨付并确认的金额，追回部分除外", "Paid and confirmed in the period, without what was recovered"],
};
