import type { Field, Fields, Format } from "@jipei/contract/core/fields/field.ts";
import { orderedCodes } from "@jipei/contract/core/fields/field.ts";
import type { Part, Shape } from "@jipei/contract/core/fields/shape.ts";

/** Examples of values, made up; a test holds each against its schema and against the check of the server's input. */

const formats: Readonly<Record<Format, string>> = {
  idNumber: "110101199003074477",
  mobile: "13800138000",
  email: "zhang@example.cn",
  creditCode: "91330424MA2CUL8X23",
  codeNumber: "A01",
  digits: "330424",
  url: "https://example.cn/",
  occupationCode: "4-03-02-01",
  account: "zhang01",
};
const exampleId = "1750000000000000001";

/** An example of a field whose form its label does not tell. */
export function findExample(field: Field): unknown {
  switch (field.kind) {
    case "decimal":
      return decimalExample(field);
    case "date":
      return "2026-03-02";
    case "datetime":
      return "2026-03-02 09:00:00";
    case "time":
      return "09:00";
    case "text":
      return field.format ? formats[field.format] : undefined;
    default:
      return undefined;
  }
}

function decimalExample({ scale = 0, min = 1, max = Number.POSITIVE_INFINITY }: Field): string {
  return Math.min(Math.max(min, 1), max).toFixed(scale);
}

/** An example of any field. */
function fieldExample(field: Field): unknown {
  switch (field.kind) {
    case "id":
    case "ref":
      return exampleId;
    case "refs":
      return [exampleId];
    case "files":
      return [exampleId];
    case "int":
      return Math.min(Math.max(field.min ?? 1, 1), field.max ?? 1);
    case "code":
      return firstCode(field);
    case "codes":
      return [firstCode(field)];
    case "texts":
      return [field.zh.slice(0, field.length)];
    case "data":
      return {};
    default:
      return findExample(field) ?? (field.region ? formats.digits : field.zh.slice(0, field.length));
  }
}

const firstCode = ({ codes }: Field): string => (codes ? (orderedCodes(codes)[0]?.[0] ?? "") : "1");

/** An example of what a call takes: what is required, and of a row also what its submission needs. */
export function inputExample(shape: Shape): unknown {
  switch (shape.shape) {
    case "field":
      return fieldExample(shape.field);
    case "record":
      return partsExample(shape.fields);
    case "list":
      return [inputExample(shape.of)];
    case "save":
      return { ...partsExample(ownFields(shape.entity.fields)), ...partsExample(shape.extra ?? {}) };
    case "form":
      return partsExample(shape.parts());
    case "query":
      return { current: 1, size: 10 };
    case "map":
    case "any":
      return {};
    case "flag":
      return true;
    default:
      return undefined;
  }
}

const ownFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { need }]) => need === "required" || need === "submit"));

function isNeeded(part: Part): boolean {
  if (part.leftOut) return false;
  if ("kind" in part) return part.need === "required" || part.need === "submit";
  return !("optional" in part && part.optional);
}

const partsExample = (parts: Readonly<Record<string, Part>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) =>
      isNeeded(part) ? [[name, "kind" in part ? fieldExample(part) : inputExample(part)]] : [],
    ),
  );
