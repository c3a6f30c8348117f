import { type ErrorCode, errors } from "@jipei/contract/core/errors.ts";
import { type ReasonOf, type ReasonedCode, refusalReasons } from "@jipei/contract/core/refusal-reasons.ts";
import { type CodeList, type Field, type Fields, getLabels } from "@jipei/contract/core/fields/field.ts";

/** Values for the placeholders of a message; those that differ by language are given as a pair. */
export type Params = Readonly<Record<string, string | number | { zh: string; en: string }>>;

/** One of several failures: a row or a field that was refused. */
export interface Failure {
  errorCode: ErrorCode;
  id: string | null;
  field?: string;
  msg: string;
  msgEn: string;
}

/** A refusal of the API. Thrown anywhere, it rolls back the transaction and becomes the response. */
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
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name];
    return String(typeof value === "object" ? value[language] : (value ?? placeholder));
  });
}

/** STATE_ILLEGAL: the action (`zh`, `en`) is not possible in this state. @param state a code of `states` */
export const illegalState = (states: CodeList, state: string, zh: string, en: string): Refusal =>
  notPossible({ status: getLabels(states, state), action: { zh, en } });

/** STATE_ILLEGAL where no code names what stands in the way of the action: a day that has passed, a list of states. */
export const notPossible = (words: Readonly<Record<"status" | "action", { zh: string; en: string }>>): Refusal =>
  new Refusal("STATE_ILLEGAL", words);

/** The validation error of one field (FIELD_INVALID, 400), in both languages. */
export function invalidField(field: string, labelZh: string, labelEn: string, zh: string, en: string): Refusal {
  return new InvalidFields([
    { errorCode: "FIELD_INVALID", id: null, field, msg: `${labelZh}：${zh}`, msgEn: `${labelEn}: ${en}` },
  ]);
}

/** The validation error of a field of an entity, with the field's labels from the contract. */
export const invalidValue = <F extends Fields>(
  entity: { fields: F },
  name: keyof F & string,
  zh: string,
  en: string,
): Refusal => {
  const field = entity.fields[name] as Field;
  return invalidField(name, field.zh, field.en, zh, en);
};

/** The validation error of a report whose field `groupBy` makes more groups than a page can show. */
export const tooManyGroups = (most: number): Refusal =>
  invalidField(
    "groupBy",
    "分组",
    "Grouped by",
    `超过${most}组，请缩小范围`,
    `more than ${most} groups, narrow the search`,
  );

/** Several validation errors. The first one is the message, and all of them are in `failures`. */
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

/** Turns a refusal into a failure. */
export const getFailure = (refusal: Refusal, id: string | null): Failure => ({
  errorCode: refusal.code,
  id,
  msg: refusal.zh,
  msgEn: refusal.en,
});

/**
 * Runs an action on each of several rows, and collects the refusals of all of them.
 * @throws the first refusal, with the refusals of all rows as its failures
 */
export async function collectRefusals<T>(
  rows: Iterable<T>,
  getId: (row: T) => string,
  act: (row: T) => Promise<void> | void,
): Promise<void> {
  const failures: Failure[] = [];
  let first: Refusal | undefined;
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
      failures.push(...(error.failures.length > 0 ? error.failures : [getFailure(error, getId(row))]));
    }
  }
  if (first) throw Object.assign(first, { failures });
}

/** Throws the first of several failures with all of them as its `failures`; does nothing when there is none. */
export function throwAll(failures: readonly Failure[]): void {
  const [first] = failures;
  if (first) throw worded(first.errorCode, [first.msg, first.msgEn], failures);
}

/** Names the rows that a refusal is about in its failures. */
export const aboutRows = (refusal: Refusal, ids: readonly string[]): Refusal =>
  Object.assign(refusal, { failures: ids.map((id) => getFailure(refusal, id)) });

/** Refuses a batch for these rows, each named in the failures; does nothing where there are none. */
export function refuseRows(code: ErrorCode, ids: readonly string[]): void {
  if (ids.length > 0) throw aboutRows(new Refusal(code), ids);
}

/** A refusal with a more specific message than that of its code. */
export const worded = (
  code: ErrorCode,
  [zh, en]: readonly [zh: string, en: string],
  failures: readonly Failure[] = [],
): Refusal => Object.assign(new Refusal(code, {}, failures), { zh, en });

/** A refusal whose code stands for several rules, by the one that is meant, with its figures. */
export function because<C extends ReasonedCode>(code: C, reason: ReasonOf<C>, params: Params = {}): Refusal {
  const reasons: Readonly<Record<string, readonly [zh: string, en: string]>> = refusalReasons[code];
  const [zh, en] = reasons[reason] ?? errorTexts(code);
  return worded(code, [fill(zh, params, "zh"), fill(en, params, "en")]);
}
const errorTexts = (code: ErrorCode): readonly [zh: string, en: string] => [errors[code][1], errors[code][2]];
