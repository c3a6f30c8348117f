/** What other domains ask of classes and of those who learn in them. */
export { type ClassStanding, getClassStanding, getClassHours } from "./classes/classes.ts";
export { type CommitFinding, findAtCommit } from "./classes/commit-checks.ts";
export { runStateSql } from "./classes/run-state.ts";
/** Locks the row of the class: whoever changes its roster, its assessments or its claims waits for the others. */
export { lockClass } from "./roster/class-facts.ts";
export { classIs, classIsSql } from "./classes/class-state.ts";
export { type InspectedClass, findNumberedClass, showInspection } from "./classes/inspected-class.ts";
export { type OpenClassFacts, getOpenClasses } from "./classes/open-classes.ts";
export { enterpriseClassRows } from "./enterprise-classes/enterprise-class.routes.ts";
export { getClassesOfEnterprise } from "./enterprise-classes/enterprise-class.home.ts";
export { ownClasses } from "./classes/own-classes.ts";
export { getUnitsOfClass, hasTaught } from "./classes/who-taught.ts";
export { classScope, lessonScope } from "./classes/training-class.scope.ts";
export { storeAttendance, readTrainings } from "./roster/roster.ts";
export { removeCertificate, showCertificates, showClaimStates, showGradeResults } from "./roster/later-results.ts";
export { studentScope } from "./roster/roster.scope.ts";
/** What they ask of later domains. */
export {
  type Blocker,
  type PlannedTraining,
  classIsCertified,
  classIsClaimed,
  trainingBlockers,
} from "./training.holds.ts";
export { trainingDrafts, trainingDue, trainingReturned, trainingWaiting } from "./home-rows.ts";
export { findContract, getInsurance } from "./staff/staff-registers.ts";
export { isSilent } from "./roster/student-evidence.ts";
export { getRunningClasses } from "./classes/running-classes.ts";
export { countPendingSignUps, getSignUpsOfEnterprise } from "./sign-ups/sign-up.home.ts";
export { hasTakenAttendance } from "./attendance/attendance.recorders.ts";
export { getLeastAttendance } from "./attendance/least-attendance.ts";
export { findNextLesson } from "./timetable/next-lesson.ts";
export { getPlanFigures, yearIsPlanned } from "./plans/plan-figures.ts";
