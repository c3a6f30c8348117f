import {
  type Question,
  type QueryKind,
  type QuestionKey,
  questionKeys,
} from "@jipei/contract/external-data/ext-query.ts";
import { checkIdNumber } from "@jipei/contract/core/fields/id-number.ts";

/** The subject of a question; `subjectKeys` says which keys each kind reads. */
export type Subject = Partial<Pick<Question, QuestionKey>>;

/** What is asked of the registers: the look-ups of the calls, and the teachers of a unit, which are fetched for the pool. */
export type RegisterKind = QueryKind | "getTrainTeacher";

/** 200 found · 204 no record · 500 the register did not answer, which never means «no». */
export interface RegisterAnswer {
  resultCode: "200" | "204" | "500";
  resultData: Record<string, unknown> | null;
}

/** The port to the registers of the province. Never throws: a register out of reach is an answer. */
export interface Registers {
  ask(kind: RegisterKind, subject: Subject): Promise<RegisterAnswer>;
  /** Many questions in one go, where the register can; answers in the order of the questions. */
  askMany?(kind: RegisterKind, subjects: readonly Subject[]): Promise<RegisterAnswer[]>;
}

/** ID_TYPE codes. */
const residentCard = "1";
const residencePermit = "4";
/** Whether a number is one of a person. A question does not say on which card it stands: those of other kinds begin as resident cards do, or with a 9. */
export const isIdNumber = (idNumber: string): boolean =>
  [residentCard, residencePermit].some((idType) => checkIdNumber(idNumber, idType) === null);

/** Keys of a question by register, the first ones that identify it. */
export const subjectKeys: Readonly<Record<RegisterKind, readonly (keyof Subject)[]>> = {
  ...questionKeys,
  getTrainTeacher: ["creditCode"],
};
