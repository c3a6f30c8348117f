import type { SubsidyKind } from "@jipei/contract/core/fields/codes.ts";
import type { ClaimFile } from "./documents.ts";
import type { EvidenceLink } from "@jipei/contract/subsidies/finding.ts";
import type { Bar } from "../bars/bars.ts";
import type { SideCode } from "../claim/claim-side.ts";
import type { Amount } from "../amount/amount.ts";
import type { Part } from "../../assessment/assessment.queries.ts";
import type { Excluding, Key } from "../../entitlements/entitlements.queries.ts";

/** What the rules of the automatic check look at: gathered once for the whole claim, then every rule is a pure function of it. */

/** PERSON_CATEGORY codes that a register proves; the others need a document. */
export const categoryOfDifficulty = "07";
export const categoryOfUnemployed = "02";

/** CERT_KIND codes of certificates that a national or provincial register knows. */
export const registeredKinds: ReadonlySet<string> = new Set(["1", "2", "3"]);

/** An answer of an outside register, with the record that proves it. */
export type Answer<T> =
  | { state: "found"; data: T; evidence: EvidenceLink[] }
  | { state: "none"; evidence: EvidenceLink[] }
  | { state: "unavailable"; evidence: EvidenceLink[] };

export interface HeadFacts {
  side: SideCode;
  classId: string;
  classNo: string;
  className: string;
  trainKind: string;
  subsidyKind: SubsidyKind;
  isAdvance: "0" | "1";
  /** Whose price is paid; null for other kinds than 08. */
  projectId: string | null;
  /** What this training is compared by. */
  key: Key;
  startDate: string;
  endDate: string;
  /** 课时 of held lessons, and of those that are practice or online. */
  heldHours: string;
  heldPracticeHours: string;
  heldOnlineHours: string;
  minHours: string;
  practiceRatio: string;
  courseId: string;
  courseInCatalogue: boolean;
  /** What the institution filed for the course is approved. */
  courseApproved: boolean;
  occupationCode: string;
  occupationName: string;
  level: string;
  chargesFee: boolean;
  inspectFailed: boolean;
  rosterUnreal: boolean;
  /** People who denied in the latest inspection. */
  denied: number;
  /** Bars of class, course and institution after a recovery for falseness. */
  bars: readonly Bar[];
  org: {
    id: string;
    name: string;
    creditCode: string;
    active: boolean;
    creditGrade: string | null;
    bankAccount: string | null;
    bankAccountName: string | null;
    accountUsedBy: string | null;
  };
  unit: Answer<{ state: string }>;
  arrears: Answer<{ isArrears: string }>;
  cases: Answer<{ count: number }>;
  /** File names attached to the claim. */
  files: readonly ClaimFile[];
  limits: Limits;
}

/** Parameters in force. */
export interface Limits {
  attendanceMin: string;
  /** Pass mark of each part. */
  gradePass: string;
  annualLimit: number;
  deadlineMonths: number;
  ageMin: number;
  ageMaxMale: number;
  ageMaxFemale: number;
  /** Whether a share is paid without a certificate. */
  noCertPays: boolean;
}

export interface RowFacts {
  lineId: string;
  studentId: string;
  name: string;
  idType: string;
  idNumber: string;
  sex: string | null;
  birthday: string | null;
  personCategory: string;
  hasCategoryProof: boolean;
  /** Names of other rows of this claim with the same ID number. */
  duplicates: string[];
  applyAmount: string;
  amount: Amount | null;
  /** Whether the person's category raises the amount. */
  categoryPays: boolean;
  subsidyId: string | null;
  certificate: {
    id: string;
    certNo: string;
    certKind: string;
    issueDate: string;
    valid: boolean;
    name: string;
    occupationName: string;
    level: string;
  } | null;
  grade: {
    id: string;
    published: boolean;
    passed: boolean;
    theory: string | null;
    practice: string | null;
    review: string | null;
    /** The parts that nobody passes without. */
    owed: readonly Part[];
  } | null;
  attendanceRate: string | null;
  /** Date that stands for the issue of the certificate. */
  basisDate: string;
  /** Day of the first commit of the row, or today before it. */
  commitDay: string;
  /** Why the person is barred, after a recovery for falseness. */
  bar: Bar | null;
  /** Another standing row of the same occupation and level, or of a higher one. */
  same: Standing | null;
  higher: Standing | null;
  /** An apprenticeship on the days of this training, or the other way round. */
  apprenticeship: Excluding | null;
  provincial: Answer<{ subsidies: ProvincialSubsidy[] }>;
  /** Which training of the calendar year this one is by our own records, itself included. */
  yearOrder: number;
  clash: { side: SideCode; date: string; classNo: string; classId: string } | null;
  /** The register names the day of a death where it knows it. */
  person: Answer<{ match: string; isAlive: string; deathDate?: string | null }>;
  provincialCertificate: Answer<{
    certificates: { certNo: string; name: string; occupationName: string; level: string }[];
  }>;
  /** One answer a month asked: that of the class start, and of staff that of the certificate. */
  insured: readonly Answer<Insured>[];
  contract: Answer<{ contracts: { creditCode: string; startDate: string; endDate: string }[] }>;
  difficulty: Answer<{ isDifficulty: string; startDate?: string | null; endDate?: string | null }>;
  registration: Answer<{ registrations: { kind: string; date?: string | null; state?: string | null }[] }>;
  workUnitCode: string | null;
}

/** What a month says of a person. */
export interface Insured {
  isInsured: string;
  unitName: string;
  creditCode: string;
  insuranceKind: string;
}

export interface Standing {
  /** Of the claim. */
  side: SideCode;
  date: string;
  unitName: string;
  level: string;
  applyId: string;
}

/** What the province says of one subsidy, as it comes. */
export interface ProvincialRow {
  occupationCode?: string | null;
  occupationName?: string | null;
  level?: string | null;
  subsidyKind?: string | null;
  amount?: string | null;
  payDate?: string | null;
  /** Not all rows have it. */
  certIssueDate?: string | null;
  unitName?: string | null;
}
/** The same, as it counts against a person. */
export interface ProvincialSubsidy {
  key: Key;
  subsidyKind: string;
  /** yyyy of the certificate, or of the payment where the province does not name it. */
  year: string;
  /** Yuan. */
  amount: string;
  payDate: string;
  unitName: string;
  /** Also in our own records, where it is counted already. */
  isOwn: boolean;
  /** Start-up training of a type that nobody here knows: it can be compared only by hand. */
  unclear: boolean;
}
