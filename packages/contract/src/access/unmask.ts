import { call } from "../core/call.ts";
import { purpose } from "../core/export.ts";
import { id, text } from "../core/fields/field.ts";
import { record } from "../core/fields/shape.ts";

/** The permission to see masked values, for a purpose. */
export const unmaskKey = "personal_data_view";

/** The purpose for which it is shown. */
export const unmaskPurpose = { ...purpose, zh: "查看用途" };

/** One masked value of one row in full; user, purpose and field are written into the history of the row. */
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
