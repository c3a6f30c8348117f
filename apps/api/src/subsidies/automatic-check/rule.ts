import type { EvidenceLink } from "@jipei/contract/subsidies/finding.ts";
import { isAdvance } from "../claim/class-facts.ts";
import type { SideCode } from "../claim/claim-side.ts";
import type { HeadFacts, RowFacts } from "./facts.ts";

/** What the rows that prove a finding are called on the enterprise side; lessons and attendance are shown by their class. */
const ofEnterprises = {
  Attendance: "EnterpriseClass",
  Certificate: "EnterpriseCertificate",
  Lesson: "EnterpriseClass",
  Organisation: "Enterprise",
  Student: "EnterpriseStudent",
  SubsidyApplication: "EnterpriseSubsidyApplication",
  TrainingClass: "EnterpriseClass",
} as const;

/** A link to a row that proves a finding, under the name that its side has for it. */
export const linkOf = (side: SideCode, entity: keyof typeof ofEnterprises, id: string | null, zh: string, en: string) =>
  link(side === "1" ? entity : ofEnterprises[entity], id, zh, en);

/** 1 blocks, 2 warns, 3 informs. */
export type Severity = "1" | "2" | "3";

/** What should be, or is: figures, days and names read the same in both languages; words are given in each, an entry of a code list gives both. */
export type Said = string | readonly [zh: string, en: string, ...more: unknown[]];

export interface Outcome {
  pass: boolean;
  severity: Severity;
  expect: Said;
  actual: Said;
  zh: string;
  en: string;
  evidence: EvidenceLink[];
}

export interface RowRule {
  code: string;
  zh: string;
  en: string;
  check(row: RowFacts, head: HeadFacts): Outcome;
}
export interface HeadRule {
  code: string;
  zh: string;
  en: string;
  check(head: HeadFacts): Outcome;
}

/** The rule is met. */
export const passed = (expect: Said, actual: Said, evidence: EvidenceLink[] = []): Outcome => ({
  pass: true,
  severity: "3",
  expect,
  actual,
  zh: "符合",
  en: "Met",
  evidence,
});

/** The rule is not met. @param zh, en what is wrong */
export const failed = (
  severity: Severity,
  zh: string,
  en: string,
  expect: Said,
  actual: Said,
  evidence: EvidenceLink[] = [],
): Outcome => ({ pass: false, severity, expect, actual, zh, en, evidence });

/** An outside register did not answer: never a block and never a pass. */
export const unavailable = (expect: Said, evidence: EvidenceLink[]): Outcome =>
  failed("2", "外部数据接口暂不可用，请人工核验", "External data unavailable, verify by hand", expect, "—", evidence);

/** A rule that does not concern this row. */
export const exempt = (zh: string, en: string): Outcome => ({
  pass: true,
  severity: "3",
  expect: "—",
  actual: "—",
  zh,
  en,
  evidence: [],
});

/** A rule about how the training ended. It does not concern an advance, which is paid before that. */
export const aboutTheEnd = ({ check, ...rule }: RowRule): RowRule => ({
  ...rule,
  check: (row, head) =>
    isAdvance(head)
      ? exempt("预拨时培训尚未结束", "The training is not over when an advance is paid")
      : check(row, head),
});

/** What is said in one of the languages: 0 Chinese, 1 English. */
export const saidIn = (language: 0 | 1, said: Said): string => (typeof said === "string" ? said : said[language]);

/** Where the evidence is kept; nowhere without an id. */
export const link = (entity: string, id: string | null, zh: string, en: string): EvidenceLink[] =>
  id === null ? [] : [{ entity, id, zh, en }];
