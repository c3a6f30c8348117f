/**
 * Fields as plain values: what a value is, what it is called in both languages, who fills it, how it is protected.
 * Everything else (validation, serialiser, OpenAPI, tables, forms, Excel columns) is derived from these by its reader.
 */

import type { UploadKind } from "./upload-rules.ts";

/** Who fills a field, and when: on every save · at the latest at submission · whenever wanted · the server alone. */
export type Need = "required" | "submit" | "optional" | "computed";

/**
 * How a value is hidden from those who may not see it (rules in the API's core). A `birthday` is seen as the ID number of its row is: the day would
 * give away the digits that a masked number hides. The `parts` of a structured text are hidden each by its own kind.
 */
export type MaskKind =
  | "idNumber"
  | "birthday"
  | "parts"
  | "phone"
  | "bankAccount"
  | "unitAccount"
  | "email"
  | "address"
  | "proof";

/** Named formats with their own check and message (formats.ts). */
export type Format =
  | "idNumber"
  | "mobile"
  | "email"
  | "creditCode"
  | "codeNumber"
  | "digits"
  | "url"
  | "occupationCode"
  | "account";

export type Kind =
  | "id"
  | "ref"
  | "text"
  | "long"
  | "int"
  | "decimal"
  | "date"
  | "datetime"
  | "time"
  | "code"
  | "codes"
  | "texts"
  | "refs"
  | "files"
  | "data";

export interface FieldOptions {
  /** Which files an attachment may be; left out: any that the server stores. */
  upload?: UploadKind;
  /** Hidden from roles that may not see it. */
  masked?: MaskKind;
  /** Name of a natural person: what the leader takes out shows its first character only. */
  person?: true;
  /** Encrypted at rest; searched by keyed hash, hence exact matches only. */
  encrypted?: true;
  format?: Format;
  min?: number;
  max?: number;
  /** Ids of rows with commas between, which nobody types: they are picked in a list. */
  picked?: true;
  /** A code of GB/T 2260: picked from the regions and shown by their name. */
  region?: true;
  /** Unit shown behind the value. */
  unitZh?: string;
  unitEn?: string;
  /** Personal data that no list needs: answered with the single row only. */
  detailOnly?: true;
  /** Found by its whole value only: no index answers parts of it. */
  exact?: true;
  /**
   * The number of a row of the kind that the field of this name says. Rows of two kinds may have the same number, so that a list is filtered by
   * it only together with the kind.
   */
  within?: string;
  /** Accepted from the client, never sent back (passwords, provider keys). */
  writeOnly?: true;
  /** Read through a reference: the field `of` of the entity that the reference field `via` points to. */
  lookup?: { via: string; entity: string; of: string };
  /** What the code in the field of this name is called in Chinese, for clients that show no list of their own. */
  labelOf?: string;
  /** Computed from other columns whenever it is read; has no column, so it cannot become stale. */
  derived?: true;
  /** What a new row has where the client leaves the field out; an empty text where the domain knows what it is. */
  default?: string | number;
  /** Filled by the server in every row, from its first saving on: the column is never empty. */
  always?: true;
  /** A number that names something (a year): written without separators. */
  name?: true;
}

/**
 * A field of an entity or of a call.
 * @typeParam V its value on the wire
 * @typeParam N who fills it
 * @typeParam O the options that decide about its column (`StoredOf` reads them)
 */
export interface Field<V = unknown, N extends Need = Need, O = unknown> extends FieldOptions {
  kind: Kind;
  zh: string;
  en: string;
  need: N;
  /** Greatest length of a text. */
  length?: number;
  /** Digits in all and after the point of a decimal. */
  precision?: number;
  scale?: number;
  codes?: CodeList;
  /** Form of structured data; `dataShape` reads it. */
  of?: Shaped;
  /** Name of the entity referred to; a name, not an import, so that a page carries its own entity only. */
  entity?: string;
  /** Types only, never set. */
  readonly $value?: V;
  readonly $options?: O;
}

export type Fields = Record<string, Field>;

/** What fields know of shapes, which are made of fields (shape.ts). */
export interface Shaped<V = unknown> {
  readonly shape: string;
  readonly $value?: V;
}

/** Whether a client sends a field with a new row: it must where the server knows no default, and may not where the server fills it. */
export type Sent<F> =
  F extends Field<unknown, "required", { default: string | number }>
    ? "maybe"
    : F extends Field<unknown, "required">
      ? "always"
      : F extends Field<unknown, "computed">
        ? "never"
        : "maybe";
/** Whether every new row must bring it. */
export const isBrought = ({ need, default: known }: Field): boolean => need === "required" && known === undefined;

/** One code of a list: stored value, Chinese word, English word, and the tone its tag is shown in. */
export type Tone = "neutral" | "waiting" | "good" | "bad" | "busy";
export type CodeEntry = readonly [zh: string, en: string, tone?: Tone];
export interface CodeList<C extends string = string> {
  name: string;
  zh: string;
  en: string;
  codes: Readonly<Record<C, CodeEntry>>;
}
export type CodeOf<L> = L extends CodeList<infer C> ? C : never;

/** An attachment as it stands in a business row; the file itself is asked for by id. */
export interface FileItem {
  attId: string;
  fileName: string;
  fileSize: number;
  fileType: string;
  attLink: string;
}

function field<V, N extends Need, O = object>(
  kind: Kind,
  zh: string,
  en: string,
  need: N,
  rest: Partial<Omit<Field, "need" | "$value" | "$options">> = {},
): Field<V, N, O> {
  return { kind, zh, en, ...rest, need };
}

/** Options of a field that is read through a reference: it has no column of its own. */
type LookedUp = { derived: true };

type Optional = "optional";

export const text = <N extends Need = Optional, const O extends FieldOptions = {}>(
  length: number,
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<string, N, O>("text", zh, en, need, { length, ...options });
/** Text of several lines, at most 20,000 characters. */
export const long = <N extends Need = Optional, const O extends FieldOptions = {}>(
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<string, N, O>("long", zh, en, need, { length: 20000, ...options });
export const int = <N extends Need = Optional, const O extends FieldOptions = {}>(
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<number, N, O>("int", zh, en, need, options);
/** Decimal as text on the wire ("1500.00"): money in yuan, scores, hours, rates. */
export const decimal = <N extends Need = Optional, const O extends FieldOptions = {}>(
  precision: number,
  scale: number,
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<string, N, O>("decimal", zh, en, need, { precision, scale, ...options });
/** yyyy-MM-dd */
export const date = <N extends Need = Optional, const O extends FieldOptions = {}>(
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<string, N, O>("date", zh, en, need, options);
/** yyyy-MM-dd HH:mm:ss, China time */
export const datetime = <N extends Need = Optional, const O extends FieldOptions = {}>(
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<string, N, O>("datetime", zh, en, need, options);
/** HH:mm */
export const time = <N extends Need = Optional>(zh: string, en: string, need = "optional" as N) =>
  field<string, N>("time", zh, en, need);
export const code = <C extends string, N extends Need = Optional, const O extends FieldOptions = {}>(
  codes: CodeList<C>,
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<C, N, O>("code", zh, en, need, { codes: codes as CodeList, ...options });
export const codes = <C extends string, N extends Need = Optional>(
  list: CodeList<C>,
  zh: string,
  en: string,
  need = "optional" as N,
) => field<C[], N>("codes", zh, en, need, { codes: list as CodeList });
export const texts = <N extends Need = Optional>(length: number, zh: string, en: string, need = "optional" as N) =>
  field<string[], N>("texts", zh, en, need, { length });
export const ref = <N extends Need = Optional, const O extends FieldOptions = {}>(
  entity: string,
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<string, N, O>("ref", zh, en, need, { entity, ...options });
export const refs = <N extends Need = Optional, const O extends FieldOptions = {}>(
  entity: string,
  zh: string,
  en: string,
  need = "optional" as N,
  options?: O,
) => field<string[], N, O>("refs", zh, en, need, { entity, ...options });
export const id = <N extends Need = "computed">(zh = "ID", en = "ID", need = "computed" as N) =>
  field<string, N>("id", zh, en, need);
export const files = <N extends Need = Optional>(zh = "附件", en = "Attachments", need = "optional" as N) =>
  field<FileItem[], N, { ids: true }>("files", zh, en, need);
/** Structured data that the server alone writes: `of` says what stands in it. A record and no form: entities are plain values, which threads are sent. */
export const data = <V, O extends FieldOptions = {}>(of: Shaped<V>, zh: string, en: string, options?: O) =>
  field<V, "computed", O & { json: true }>("data", zh, en, "computed", { of, ...options });
/** A field shown with a row but kept elsewhere: `of` of the row that the reference `via` points to. */
export const lookup = (via: string, entity: string, of: string, zh: string, en: string, codeList?: CodeList) =>
  field<string, "computed", LookedUp>(codeList ? "code" : "text", zh, en, "computed", {
    length: 200,
    codes: codeList,
    lookup: { via, entity, of },
  });
/** The label, in Chinese, of the code in the field `of`. @see FieldOptions.labelOf */
export const labelOf = (of: string, zh: string, en: string) =>
  field<string, "computed", LookedUp>("text", zh, en, "computed", { length: 100, derived: true, labelOf: of });
/** The name of the person that the reference `via` points to. */
export const personLookup = (via: string, entity: string, zh: string, en: string): ReturnType<typeof lookup> => ({
  ...lookup(via, entity, "name", zh, en),
  person: true,
});

/** A day, a number, or the id of a further row, of the row that the reference `via` points to: filtered as such, unlike a text. */
export const dateLookup = (...of: Parameters<typeof lookup>): ReturnType<typeof lookup> => ({
  ...lookup(...of),
  kind: "date",
});
export const decimalLookup = (
  precision: number,
  scale: number,
  ...of: Parameters<typeof lookup>
): ReturnType<typeof lookup> => ({ ...lookup(...of), kind: "decimal", precision, scale });
export const idLookup = (...of: Parameters<typeof lookup>): ReturnType<typeof lookup> => ({
  ...lookup(...of),
  kind: "id",
});

export const codeList = <const C extends Record<string, CodeEntry>>(
  name: string,
  zh: string,
  en: string,
  entries: C,
): CodeList<keyof C & string> => ({
  name,
  zh,
  en,
  codes: entries as Readonly<Record<keyof C & string, CodeEntry>>,
});

/** The labels of a code in both languages; an unknown code is its own label. */
export function getLabels(list: CodeList<string>, code: string): { zh: string; en: string } {
  const [zh, en] = (list.codes as Readonly<Record<string, CodeEntry>>)[code] ?? [code, code];
  return { zh, en };
}

/** Whether a text is one of the codes of a list. */
export const isCodeInList = <C extends string>(list: CodeList<C>, value: string): value is C =>
  Object.hasOwn(list.codes, value);

/** The codes of a list in the order people expect. An object would give '10' before '01', since it sorts whole numbers first. */
export function orderedCodes<C extends string>(list: CodeList<C>): [code: C, entry: CodeEntry][] {
  const entries = Object.entries(list.codes) as [C, CodeEntry][];
  return entries.every(([code]) => /^\d+$/.test(code)) ? entries.sort(([a], [b]) => (a < b ? -1 : 1)) : entries;
}
