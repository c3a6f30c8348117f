import { mask } from "../../security/mask.ts";
import { type CodeList, type Field, orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { describeKind, maxFiles } from "@jipei/contract/core/fields/upload-rules.ts";
import { findExample } from "./examples.ts";
import { bothLabels, type Components, type Json, orNull } from "./schema.ts";

/** Whether a schema describes what a client may send, or what the server answers: stored values are answered as they are. */
export type Side = "input" | "answer";

/** The schema of a field's values, without null. */
export function fieldSchema(field: Field, side: Side, components: Components): Json {
  const schema = valueSchema(field, side, components);
  const example = "$ref" in schema ? undefined : findExample(field);
  return { ...schema, description: describe(field), ...(example === undefined ? {} : { examples: [example] }) };
}

/** The same with null, unless a value is always there. */
export function partSchema(field: Field, side: Side, components: Components, always: boolean): Json {
  const schema = fieldSchema(field, side, components);
  return always ? schema : orNull(schema);
}

const idPattern = "^(0|[1-9]\\d{0,18})$";
const dayPattern = "\\d{4}-\\d{2}-\\d{2}";

/** The schema of a field's values alone. */
export function valueSchema(field: Field, side: Side, components: Components): Json {
  const isInput = side === "input";
  const length = isInput && field.length ? { maxLength: field.length } : {};
  switch (field.kind) {
    case "id":
    case "ref":
      return { type: "string", ...(isInput ? { pattern: idPattern } : {}) };
    case "int":
      return { type: "integer", format: "int64", ...(isInput ? range(field) : {}) };
    case "decimal":
      return { type: "string", pattern: decimalPattern(field) };
    case "date":
      return field.masked
        ? { type: "string", pattern: `^(${dayPattern}|\\d{4}-\\*\\*-\\*\\*)$` }
        : { type: "string", format: "date" };
    case "datetime":
      return { type: "string", pattern: `^${dayPattern} \\d{2}:\\d{2}:\\d{2}$` };
    case "time":
      return { type: "string", pattern: "^\\d{2}:\\d{2}$" };
    case "code":
      if (!field.codes) return { type: "string" };
      // Who may not see a proof is told that there is one.
      return field.masked && !isInput
        ? { anyOf: [codeSchema(field.codes, components), { type: "string", const: mask(field.masked, "1") }] }
        : codeSchema(field.codes, components);
    case "codes":
      return { type: "array", items: field.codes ? codeSchema(field.codes, components) : { type: "string" } };
    case "refs":
      return { type: "array", items: { type: "string", ...(isInput ? { pattern: idPattern } : {}) } };
    case "texts":
      return { type: "array", items: { type: "string", ...length } };
    case "files":
      return isInput ? filesInput(components) : { type: "array", items: fileItem(components) };
    case "data":
      throw new Error(`${field.zh} is described by its form`);
    default:
      return { type: "string", ...length, ...(isInput && field.format ? { format: formats[field.format] } : {}) };
  }
}

const formats = {
  email: "email",
  url: "uri",
  idNumber: "id-number",
  mobile: "mobile",
  creditCode: "credit-code",
  codeNumber: "code-number",
  digits: "digits",
  occupationCode: "occupation-code",
  account: "account",
} as const satisfies Record<NonNullable<Field["format"]>, string>;

const range = ({ min, max }: Field): Json => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});

function decimalPattern({ precision = 18, scale = 0 }: Field): string {
  const whole = `^-?\\d{1,${precision - scale}}`;
  return scale === 0 ? `${whole}$` : `${whole}(\\.\\d{1,${scale}})?$`;
}

/** A list of codes with their labels in both languages, once in the document. */
function codeSchema(list: CodeList, components: Components): Json {
  return components.ref(list.name, list, () => {
    const entries = orderedCodes(list);
    return {
      type: "string",
      title: bothLabels(list),
      description: entries.map(([code, [zh, en]]) => `- \`${code}\` ${zh} · ${en}`).join("\n"),
      enum: entries.map(([code]) => code),
      "x-enum-descriptions": entries.map(([, [zh, en]]) => `${zh} · ${en}`),
    };
  });
}

const fileItemSource = {};
const fileItem = (components: Components): Json =>
  components.ref("FileItem", fileItemSource, () => ({
    type: "object",
    description: "附件 · A file of a row",
    properties: {
      attId: { type: "string", description: "附件ID · Id" },
      fileName: { type: "string", description: "文件名 · File name" },
      fileSize: { type: "integer", format: "int64", description: "大小（字节） · Size in bytes" },
      fileType: { type: "string", description: "扩展名 · Extension" },
      attLink: { type: "string", description: "链接 · Link" },
    },
    required: ["attId", "fileName", "fileSize", "fileType", "attLink"],
  }));

/** Files are named by their ids, or as they were answered. */
const filesInput = (components: Components): Json => ({
  type: "array",
  maxItems: maxFiles,
  items: { anyOf: [{ type: "string", pattern: idPattern }, fileItem(components)] },
});

/** The labels, and in words what a schema cannot say. */
export function describe(field: Field): string {
  const notes: (readonly [zh: string, en: string] | false | undefined)[] = [
    field.unitZh !== undefined && [field.unitZh, field.unitEn ?? field.unitZh],
    field.kind === "datetime" && ["北京时间", "China time"],
    field.within !== undefined && [`筛选时须同时给出${field.within}`, `filtered by only together with ${field.within}`],
    field.upload !== undefined && [describeKind(field.upload), describeKind(field.upload)],
    field.region && ["行政区划代码GB/T 2260", "region, GB/T 2260"],
    field.masked && ["按角色脱敏", "masked by role"],
    field.need === "submit" && ["提交时必填", "needed when submitted"],
    field.entity !== undefined && [`→${field.entity}`, `→ ${field.entity}`],
  ];
  const said = notes.filter((note) => note !== false && note !== undefined);
  if (said.length === 0) return bothLabels(field);
  return `${field.zh}（${said.map(([zh]) => zh).join("，")}） · ${field.en} (${said.map(([, en]) => en).join(", ")})`;
}
