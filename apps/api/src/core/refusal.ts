import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import { type CodeList, wordsOf } from "@jipei/contract/core/field.ts";

/** What fills the holes of a message; words that differ by language are given as a pair. */
export type Params = Readonly<Record<string, string | number | { zh: string; en: string }>>;

/** One reason among several: a row or a guard that failed. */
export interface Failure {
  errorCode: ErrorCode;
  id: string | null;
  field?: string;
  msg: string;
  msgEn: string;
}

/** Every refusal the API gives. Thrown anywhere, it rolls the transaction back and is answered as it says. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly zh: string;
  readonly en: string;
  readonly failures: readonly Failure[];
  constructor(code: ErrorCode, params: Params = {}, failures: readonly Failure[] = []) {
    const [status, zh, en] = errors[code];
    super(`${code} ${fill(en, params, "en")}`);
    this.code = code;
    this.status = status;
    this.zh = fill(zh, params, "zh");
    this.en = fill(en, params, "en");
    this.failures = failures;
  }
}

function fill(text: string, params: Params, language: "zh" | "en"): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = params[name];
    return String(typeof value === "object" ? value[language] : (value ?? hole));
  });
}

/** STATE_ILLEGAL: what was to be done (`zh`, `en`) does not go in this state. @param state a code of `states` */
export const illegalState = (states: CodeList<any>, state: string, zh: string, en: string): Refusal =>
  new Refusal("STATE_ILLEGAL", { status: wordsOf(states, state), action: { zh, en } });

/** A wrong value in one field: 400 naming it, in both languages. */
export function invalidField(field: string, labelZh: string, labelEn: string, zh: string, en: string): Refusal {
  return new InvalidFields([
    { errorCode: "FIELD_INVALID", id: null, field, msg: `${labelZh}：${zh}`, msgEn: `${labelEn}: ${en}` },
  ]);
}

/** Several wrong values; the first one is the message, all of them are in `failures`. */
export class InvalidFields extends Refusal {
  constructor(failures: readonly Failure[]) {
    super("FIELD_INVALID", { field: "", reason: "" }, failures);
    Object.assign(this, {
      zh: failures[0]?.msg ?? "",
      en: failures[0]?.msgEn ?? "",
      message: `FIELD_INVALID ${failures.map(({ field, msgEn }) => `${field}: ${msgEn}`).join("; ")}`,
    });
  }
}

/** Turns a refusal into one failure of a list. */
export const failureOf = (refusal: Refusal, id: string | null): Failure => ({
  errorCode: refusal.code,
  id,
  msg: refusal.zh,
  msgEn: refusal.en,
});

/** Throws the first of several failures, with all of them behind it; nothing where there is none. */
export function throwAll(failures: readonly Failure[]): void {
  const [first] = failures;
  if (first) throw worded(first.errorCode, [first.msg, first.msgEn], failures);
}

/** A refusal that says more than its code does. */
export const worded = (
  code: ErrorCode,
  [zh, en]: readonly [zh: string, en: string],
  failures: readonly Failure[] = [],
): Refusal => Object.assign(new Refusal(code, {}, failures), { zh, en });
