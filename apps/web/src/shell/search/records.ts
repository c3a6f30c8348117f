import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import { claimListOfBureau, claimListOfOrg } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { EnterpriseCertificate } from "@jipei/contract/assessment/enterprise-certificate.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { Organisation, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { EnterpriseStudent, enterpriseStudentCalls } from "@jipei/contract/training/enterprise-student.ts";
import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { invoke } from "../../core/api/call-client.ts";
import type { InputOf } from "../../core/api/call-input.ts";
import type { Named } from "../../core/i18n/language.ts";
import { mayCall } from "../../core/session/may-call.ts";
import { type Session, getAudience } from "../../core/session/session.ts";

/** A record that was found: what it is, what tells it from others, and where it opens. */
export interface Found {
  id: string;
  kind: Named;
  name: string;
  note: string;
  path: string;
}

interface Source {
  call: Call;
  audience: Audience;
  find: (typed: string, signal: AbortSignal) => Promise<Found[]>;
}

/** Shown of each kind, so that all kinds fit into the window. */
const most = 4;
/** Numbers of ours have letters in front and four digits or more; names have none. */
const isNumber = (typed: string) => /^[A-Za-z]{0,4}\d{4,}/.test(typed);

/** A list is asked as its own page asks it: the server decides which rows this user sees, and what of them is masked. */
function source<I, R extends { id: string }>(
  audience: Audience,
  call: Call<I, { records: R[] }>,
  kind: Named,
  ask: (typed: string) => Partial<InputOf<I>> | null,
  show: (row: R) => Omit<Found, "id" | "kind">,
): Source {
  return {
    call: call as Call,
    audience,
    find: async (typed, signal) => {
      const filter = ask(typed);
      if (!filter) return [];
      const input = { ...filter, current: 1, size: 10 } as InputOf<I>;
      const { records } = (await invoke(call, input, { signal, silent: true })) as { records: R[] };
      return records.map((row) => ({ id: row.id, kind, ...show(row) }));
    },
  };
}

const byNumber =
  <F extends string>(field: F) =>
  (typed: string) =>
    isNumber(typed) ? ({ [field]: typed } as Record<F, string>) : null;
const byNameOrNumber =
  <N extends string, F extends string>(name: N, number: F) =>
  (typed: string) =>
    isNumber(typed) ? ({ [number]: typed } as Record<F, string>) : ({ [name]: typed } as Record<N, string>);
const byName =
  <N extends string>(name: N) =>
  (typed: string) =>
    isNumber(typed) ? null : ({ [name]: typed } as Record<N, string>);
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" · ");

const classOf = (row: { id: string; className: string; classNo: string | null; orgName: string | null }) => ({
  name: row.className,
  note: joined(row.classNo, row.orgName),
  path: `/class/detail/${row.id}`,
});
const studentOf = (row: { name: string; className: string | null; classId: string }) => ({
  name: row.name,
  note: joined(row.className),
  path: `/class/detail/${row.classId}?section=roster`,
});
const staffClassOf = (row: { id: string; className: string; classNo: string | null; entName: string | null }) => ({
  name: row.className,
  note: joined(row.classNo, row.entName),
  path: `/enterprise/class/${row.id}`,
});
const staffOf = (row: { name: string; className: string | null; classId: string }) => ({
  name: row.name,
  note: joined(row.className),
  path: `/enterprise/class/${row.classId}?section=staff`,
});
const claimOf = (page: string) => (row: { id: string; applyNo: string | null; className: string | null }) => ({
  name: row.applyNo ?? "",
  note: joined(row.className),
  path: `${page}/${row.id}`,
});
const certificateOf = (page: string) => (row: { certNo: string | null; name: string | null }) => ({
  name: row.certNo ?? "",
  note: joined(row.name),
  path: `${page}?certNo=${encodeURIComponent(row.certNo ?? "")}`,
});

const sources: readonly Source[] = [
  source("bureau", classCalls.usedByManage, TrainingClass, byNameOrNumber("className", "classNo"), classOf),
  source("institution", classCalls.usedByOrg, TrainingClass, byNameOrNumber("className", "classNo"), classOf),
  source("bureau", studentCalls.getStudentUsedByManage, Student, byName("name"), studentOf),
  source("institution", studentCalls.getStudentUsedByOrg, Student, byName("name"), studentOf),
  source("bureau", claimListOfBureau, SubsidyApplication, byNumber("applyNo"), claimOf("/subsidy/org")),
  source("institution", claimListOfOrg, SubsidyApplication, byNumber("applyNo"), claimOf("/my/subsidy")),
  source("bureau", certificateCalls.listOfBureau, Certificate, byNumber("certNo"), certificateOf("/cert/index")),
  source("institution", certificateCalls.listOfOrg, Certificate, byNumber("certNo"), certificateOf("/my/cert")),
  source("bureau", organisationCalls.usedByManage, Organisation, byName("orgName"), (row) => ({
    name: row.orgName,
    note: joined(row.orgNo),
    path: `/org/index?orgName=${encodeURIComponent(row.orgName)}`,
  })),
];

/** Where the lists of an enterprise are read by itself and by the bureau, each on its own pages. */
const ofEnterprises = (
  [
    ["bureau", "/subsidy/ent", "/cert/enterprise"],
    ["enterprise", "/ent/subsidy", "/ent/cert"],
  ] as const
).flatMap(([audience, claims, certificates]) => [
  source(
    audience,
    enterpriseClassCalls.getClass,
    EnterpriseClass,
    byNameOrNumber("className", "classNo"),
    staffClassOf,
  ),
  source(audience, enterpriseStudentCalls.getStudent, EnterpriseStudent, byName("name"), staffOf),
  source(audience, enterpriseClaimCalls.list, EnterpriseSubsidyApplication, byNumber("applyNo"), claimOf(claims)),
  source(
    audience,
    enterpriseCertificateCalls.list,
    EnterpriseCertificate,
    byNumber("certNo"),
    certificateOf(certificates),
  ),
]);

const getSources = (session: Session): Source[] => {
  const audience = session.info && getAudience(session.info);
  return [...sources, ...ofEnterprises].filter((one) => one.audience === audience && mayCall(one.call, session));
};

/** Whether there are records that this user may look for; without any, the search has pages and actions alone. */
export const findsRecords = (session: Session): boolean => getSources(session).length > 0;

/** Records of all kinds that this user may look for; a kind that cannot be asked just now is left out. */
export async function findRecords(typed: string, session: Session, signal: AbortSignal): Promise<Found[]> {
  const answers = await Promise.allSettled(getSources(session).map((one) => one.find(typed, signal)));
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value.slice(0, most) : []));
}
