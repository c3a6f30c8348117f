import type { ClaimFile } from "../../../src/subsidies/automatic-check/documents.ts";
import type { Answer, HeadFacts, ProvincialSubsidy, RowFacts } from "../../../src/subsidies/automatic-check/facts.ts";
import { getKey } from "../../../src/entitlements/entitlements.queries.ts";
import type { Bar } from "../../../src/subsidies/bars/bars.ts";
import { type Outcome, link } from "../../../src/subsidies/automatic-check/rule.ts";

/** Facts of a claim without issues, as the automatic check collects them; a test states only what differs. */

const proof = link("ExtQuery", "9", "外部数据", "Register");
export const found = <T>(data: T): Answer<T> => ({ state: "found", data, evidence: proof });
export const nothing: Answer<never> = { state: "none", evidence: proof };
export const silent: Answer<never> = { state: "unavailable", evidence: proof };

export const aBar = (subjectKind: Bar["subjectKind"]): Bar => ({
  id: "7",
  subjectKind,
  subject: "某某",
  since: "2026-03-01",
  applyId: "8",
});

/** A document of a claim, whose content is its own. */
export const aClaimFile = (fileName: string): ClaimFile => ({
  fileName,
  fileType: "pdf",
  fileSize: 20_000,
  sha256: fileName,
});

const welder = {
  subsidyKind: "01",
  occupationCode: "6-18-02-04",
  courseId: null,
  level: "4",
  startupType: null,
  startupRank: null,
};

/** A level-4 class of welders, 2026-03-02 to 2026-03-20, claimed on 2026-05-06. */
export const aHead = (overrides: Partial<HeadFacts> = {}): HeadFacts => ({
  side: "1",
  classId: "1",
  classNo: "J0001-2026-01",
  className: "焊工四级第1期",
  trainKind: "01",
  subsidyKind: "01",
  isAdvance: "0",
  projectId: null,
  key: getKey(welder),
  startDate: "2026-03-02",
  endDate: "2026-03-20",
  heldHours: "56.0",
  heldPracticeHours: "36.0",
  heldOnlineHours: "0",
  minHours: "56.0",
  practiceRatio: "0.60",
  courseId: "2",
  courseInCatalogue: true,
  courseApproved: true,
  occupationCode: "6-18-02-04",
  occupationName: "焊工",
  level: "4",
  chargesFee: false,
  inspectFailed: false,
  rosterUnreal: false,
  denied: 0,
  bars: [],
  org: {
    id: "3",
    name: "某某学校",
    creditCode: "91350100M000100Y43",
    active: true,
    creditGrade: "A",
    bankAccount: "6222000011112222",
    bankAccountName: "某某学校",
    accountUsedBy: null,
  },
  unit: found({ state: "1" }),
  arrears: found({ isArrears: "0" }),
  cases: nothing,
  files: ["花名册.pdf", "考勤表.pdf", "证书清单.pdf", "签章申请表.pdf"].map(aClaimFile),
  limits: {
    attendanceMin: "80.00",
    gradePass: "60.00",
    annualLimit: 3,
    deadlineMonths: 12,
    ageMin: 16,
    ageMaxMale: 63,
    ageMaxFemale: 58,
    noCertPays: false,
  },
  ...overrides,
});

/** A man of 36 with certificate, grade and everything confirmed; 1500.00 payable and claimed. */
export const aRow = (overrides: Partial<RowFacts> = {}): RowFacts => ({
  lineId: "11",
  studentId: "12",
  name: "张三",
  idType: "1",
  idNumber: "329999199003077711",
  sex: "1",
  birthday: "1990-03-07",
  personCategory: "01",
  hasCategoryProof: false,
  duplicates: [],
  applyAmount: "1500.00",
  amount: { payable: "1500.00", uplift: "0.0000", formula: [] },
  categoryPays: false,
  subsidyId: "13",
  certificate: {
    id: "14",
    certNo: "S0001",
    certKind: "1",
    issueDate: "2026-04-15",
    valid: true,
    name: "张三",
    occupationName: "焊工",
    level: "4",
  },
  grade: {
    id: "15",
    published: true,
    passed: true,
    theory: "85.00",
    practice: "90.00",
    review: null,
    owed: ["theory", "practice"],
  },
  attendanceRate: "95.00",
  basisDate: "2026-04-15",
  commitDay: "2026-05-06",
  bar: null,
  same: null,
  higher: null,
  apprenticeship: null,
  provincial: nothing,
  yearOrder: 1,
  clash: null,
  person: found({ match: "1", isAlive: "1" }),
  provincialCertificate: found({
    certificates: [{ certNo: "S0001", name: "张三", occupationName: "焊工", level: "4" }],
  }),
  insured: [found({ isInsured: "1", unitName: "某厂", creditCode: "91350100M000100Y43", insuranceKind: "企业职工" })],
  contract: found({
    contracts: [{ creditCode: "91350100M000100Y43", startDate: "2026-01-01", endDate: "2026-12-31" }],
  }),
  difficulty: nothing,
  registration: nothing,
  workUnitCode: "91350100M000100Y43",
  ...overrides,
});

/** A payment of the province to this person: welding at level 4 in February 2026. */
export const paid = (
  overrides: Partial<ProvincialSubsidy> = {},
  training: Partial<Parameters<typeof getKey>[0]> = {},
): ProvincialSubsidy => ({
  key: getKey({ ...welder, ...training }),
  subsidyKind: training.subsidyKind ?? "01",
  year: "2026",
  amount: "1500.00",
  payDate: "2026-02-10",
  unitName: "外市学校",
  isOwn: false,
  unclear: false,
  ...overrides,
});

/** What a rule reports of a row or claim. */
export function getVerdict({ pass, severity }: Outcome): "met" | "blocks" | "warns" {
  if (pass) return "met";
  return severity === "1" ? "blocks" : "warns";
}
