import type { bureauQueue, bureauWarning } from "@jipei/contract/home/bureau-home.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { addDays, chinaToday } from "../../core/format/dates.ts";
import { type Session, can } from "../../core/session/session.ts";

type Lists<K extends string> = Readonly<Record<K, PageLink>>;

/** The list, with its filter, that each number of the queue counts; the oldest first where it can be put in that order. */
export function getQueueLists(session: Session): Lists<keyof (typeof bureauQueue)["codes"]> {
  /** Records in the state that waits for the review which this user gives. */
  const reviewed = <P extends string>(page: P, firstReview: PermissionKey) =>
    `${page}?status=${can(firstReview, session) ? "firstTrial" : "reTrial"}&ascs=commitTime` as const;
  return {
    flowTask: "/work/todo",
    flowClaim: "/work/claim",
    firstTrial: "/subsidy/org/first",
    reTrial: "/subsidy/org/re",
    enterpriseFirstTrial: "/subsidy/ent/first",
    enterpriseReTrial: "/subsidy/ent/re",
    compile: `/subsidy/pay?payStatus=1&publicityEnd_datelt=${chinaToday()}`,
    paying: "/subsidy/pay?payStatus=2",
    recovery: "/subsidy/recovery?state=open",
    recoveryDismissal: "/subsidy/recovery?state=proposed",
    objection: "/subsidy/objection?state=open",
    enterpriseAccount: "/enterprise/total?accountState=2",
    policyChange: "/policy/change?state=waiting&ascs=createTime",
    investigation: "/enterprise/investigation?fillStatus=1",
    class: "/class/review",
    enterpriseClass: "/enterprise/class?confirmStatus=unConfirm&ascs=commitTime",
    student: "/class/student",
    test: "/test/org?confirmType=unConfirm&ascs=commitTime",
    enterpriseTest: "/test/enterprise?confirmType=unConfirm&ascs=commitTime",
    grade: "/test/grade?gradeStatus=1",
    orgPlan: "/plan/org?confirmStatus=unConfirm&ascs=commitTime",
    organisation: "/org/index?state=unConfirm",
    organisationChange: "/org/index?changePending=1",
    orgCourse: "/org/course?confirmStatus=unConfirm&ascs=commitTime",
    orgTeacher: "/org/teacher?confirmStatus=unConfirm&ascs=commitTime",
    train_work: reviewed("/work/train_work", "train_work_first_commit"),
    train_project: reviewed("/work/train_project", "train_project_first_commit"),
    train_based: reviewed("/work/train_based", "train_based_first_commit"),
    train_zyjn: reviewed("/work/train_zyjn", "train_zyjn_first_commit"),
    train_entrepreneurship: reviewed("/work/train_entrepreneurship", "train_entrepreneurship_first_commit"),
    train_safe: reviewed("/work/train_safe", "train_safe_first_commit"),
    train_excellent: reviewed("/work/train_excellent", "train_excellent_first_commit"),
    train_gqpx: reviewed("/work/train_gqpx", "train_gqpx_first_commit"),
    jsyx_record: reviewed("/talent/jsyx", "jsyx_record_first_commit"),
    competitionRegister: "/competition/register?confirmStatus=unConfirm&ascs=commitTime",
  };
}

export const getWarningLists = (): Lists<keyof (typeof bureauWarning)["codes"]> => ({
  classStart: `/class/review?startDate_datelt=${addDays(chinaToday(), 5)}`,
  publicity: "/subsidy/pay?payStatus=1",
  licence: `/org/index?state=isUser&licenseExpireDate_datelt=${addDays(chinaToday(), 30)}`,
});
