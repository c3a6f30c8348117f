import { Refusal } from "../../foundation/refusal.ts";

/** What the user changed between two runs. */
export interface ImportParts {
  /** Column index → field, '' for not read. */
  mapping: ReadonlyMap<number, string>;
  /** `row/field` → text */
  corrections: ReadonlyMap<string, string>;
}
export const noParts: ImportParts = { mapping: new Map(), corrections: new Map() };

/** Reads the JSON parts of an import's body. @throws FIELD_INVALID */
export function importParts(
  input: { mapping?: string | null; corrections?: string | null },
  fields: ReadonlySet<string>,
): ImportParts {
  const mapping = parsed(input.mapping, "列对应", "Column mapping").map((item): [number, string] => {
    const { index, field } = item as { index: unknown; field: unknown };
    if (!Number.isInteger(index) || typeof field !== "string" || (field !== "" && !fields.has(field)))
      throw wrong("列对应", "Column mapping");
    return [index as number, field];
  });
  const corrections = parsed(input.corrections, "更正", "Corrections").map((item): [string, string] => {
    const { row, field, value } = item as { row: unknown; field: unknown; value: unknown };
    if (
      !Number.isInteger(row) ||
      typeof field !== "string" ||
      !fields.has(field) ||
      typeof value !== "string" ||
      value.length > 2000
    )
      throw wrong("更正", "Corrections");
    return [`${row as number}/${field}`, value];
  });
  return { mapping: new Map(mapping), corrections: new Map(corrections) };
}

function parsed(text: string | null | undefined, zh: string, en: string): object[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (
      Array.isArray(value) &&
      value.length <= 20_000 &&
      value.every((item) => typeof item === "object" && item !== null)
    )
      return value as object[];
  } catch {
    // Said below.
  }
  throw wrong(zh, en);
}

const wrong = (zh: string, en: string) =>
  new Refusal("FIELD_INVALID", { field: { zh, en }, reason: { zh: "格式不正确", en: "wrong format" } });
