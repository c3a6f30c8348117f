import { type Field, type Format, type MaskKind, orderedCodes } from "@jipei/contract/core/fields/field.ts";

const ofFormat: Readonly<Partial<Record<Format, string>>> = {
  idNumber: "329999199001010011",
  mobile: "13800000000",
  email: "name@example.org",
  codeNumber: "A01",
  digits: "1001",
  url: "https://example.org",
  occupationCode: "6-31-01-03",
  account: "zhangsan",
};

/** Texts that are checked where their row is, since other kinds of documents have other numbers. */
const ofMask: Readonly<Partial<Record<MaskKind, Format>>> = { idNumber: "idNumber", phone: "mobile" };

/** What the example row of a template says in a column that must be filled in; undefined for the others, and for names of rows of other lists. */
export function exampleOf(field: Field): string | undefined {
  if (field.need !== "required") return undefined;
  switch (field.kind) {
    case "code":
    case "codes":
      return field.codes && orderedCodes(field.codes)[0]?.[1][0];
    case "int":
    case "decimal":
      return String(field.min ?? 1);
    case "date":
      return "2026-01-01";
    case "datetime":
      return "2026-01-01 09:00";
    case "text":
    case "long":
      return textOf(field);
    default:
      return undefined;
  }
}

function textOf({ format, masked, zh, length }: Field): string | undefined {
  const known = format ?? (masked && ofMask[masked]);
  return known ? ofFormat[known] : `示例${zh}`.slice(0, length);
}
