import { call } from "../core/call.ts";
import { purpose } from "../core/export.ts";
import { id, text } from "../core/field.ts";
import { record } from "../core/shape.ts";

/** The right to see what is masked, for a purpose. */
export const unmaskKey = "personal_data_view";

/** What it is seen for. */
export const unmaskPurpose = { ...purpose, zh: "查看用途" };

/** One masked value of one row in full; who asked, what for and of whom goes into the history of the row. */
export const unmask = call({
  name: "unmask",
  method: "POST",
  path: "/api/blade-system/unmask",
  zh: "查看完整信息",
  en: "Show in full",
  access: unmaskKey,
  audience: ["bureau"],
  input: record({
    entity: text(60, "对象", "Kind", "required"),
    id: id("主键", "Id", "required"),
    field: text(60, "字段", "Field", "required"),
    purpose: unmaskPurpose,
  }),
  output: record({ value: text(500, "完整内容", "Value", "required") }),
});
