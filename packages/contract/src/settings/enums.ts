import { call } from "../core/call.ts";
import { classStatus, confirmStatus, fillStatus, subsidyStatus } from "../core/fields/codes.ts";
import { type CodeList, text } from "../core/fields/field.ts";
import { list, record } from "../core/fields/shape.ts";

const entry = record({
  /** The same thing under the names that different clients look for. */
  value: text(20, "编码", "Code", "required"),
  code: text(20, "编码", "Code", "required"),
  label: text(100, "名称", "Name", "required"),
  labelEn: text(100, "英文名称", "English name", "required"),
});
export type EnumEntry = NonNullable<(typeof entry)["$value"]>;

const enumCall = (codes: CodeList) =>
  call({
    name: codes.name,
    method: "GET",
    path: `/api/zjgrsj-train/enums/Enum/${codes.name}`,
    zh: `${codes.zh}枚举`,
    en: `${codes.en}: codes`,
    access: "signedIn",
    output: list(entry),
  });

/** The four status lists that are fixed in code, because machines use them. */
export const enumCalls = [confirmStatus, classStatus, fillStatus, subsidyStatus].map((codes) => ({
  codes: codes as CodeList,
  call: enumCall(codes),
}));
