import type { ImportBody } from "@jipei/contract/core/import.ts";
import { Refusal } from "../../foundation/refusal.ts";

/** What the user changed between two runs. */
export interface ImportParts {
  /** Column index → field, '' for not read. */
  mapping: ReadonlyMap<number, string>;
  /** `row/field` → text */
  corrections: ReadonlyMap<string, string>;
  /** Keys of notices. */
  confirmed: ReadonlySet<string>;
  /** Whether rows that are there already are changed. */
  covers: boolean;
}
export const noParts: ImportParts = { mapping: new Map(), corrections: new Map(), confirmed: new Set(), covers: false };

/** Reads the JSON parts of an import's body. @throws FIELD_INVALID */
export function importParts(input: ImportBody, fields: ReadonlySet<string>): ImportParts {
  const mapping = parsed(input.mapping, "列对应", "Column mapping").map((item): [number, string] => {
    const { index, field } = asObject(item, "列对应", "Column mapping") as { index: unknown; field: unknown };
    if (!Number.isInteger(index) || typeof field !== "string" || (field !== "" && !fields.has(field)))
      throw wrong("列对应", "Column mapping");
    return [index as number, field];
  });
  const corrections = parsed(input.corrections, "更正", "Corrections").map((item): [string, string] => {
    const { row, field, value } = asObject(item, "更正", "Corrections") as {
      row: unknown;
      field: unknown;
      value: unknown;
    };
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
  const confirmed = parsed(input.confirmed, "已确认的提示", "Confirmed notices").map((item): string => {
    if (typeof item !== "string") throw wrong("已确认的提示", "Confirmed notices");
    return item;
  });
  return {
    mapping: new Map(mapping),
    corrections: new Map(corrections),
    confirmed: new Set(confirmed),
    covers: input.isCovered === "1",
  };
}

function parsed(text: string | null | undefined, zh: string, en: string): unknown[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.length <= 20_000) return value;
  } catch {
    // Said below.
  }
  throw wrong(zh, en);
}

function asObject(item: unknown, zh: string, en: string): object {
  if (typeof item !== "object" || item === null) throw wrong(zh, en);
  return item;
}

const wrong = (zh: string, en: string) =>
  new Refusal("FIELD_INVALID", {
    field: { zh, en },
    reason: { zh: "无法识别，请重新导入", en: "not understood; import the file again" },
  });
