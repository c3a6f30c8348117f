import type { Field, Need } from "../core/fields/field.ts";
import { code, codeList, date, decimal, files, text } from "../core/fields/field.ts";
import { type FormColumn, longestCell } from "./flow-form.ts";

/** A field of a form, or a column of one of its tables, as controls, rules and exports take it. */
export function toField(column: FormColumn, longest = 2000): Field {
  const { label, required, name, choices } = column;
  const need = getNeed(column);
  switch (column.kind) {
    case "number":
      return decimal(18, 6, label, label, need);
    case "money":
      return decimal(14, 2, label, label, need, { unitZh: "元", unitEn: "yuan" });
    case "date":
      return date(label, label, need);
    case "choice": {
      const codes = Object.fromEntries(choices.map((choice) => [choice.value, [choice.label, choice.label] as const]));
      return code(codeList(`FLOW_FORM_${name}`, label, label, codes), label, label, need);
    }
    case "yesNo":
      return code(yesOrNo, label, label, need);
    case "file":
      return files(label, label, need);
    case "table":
      // Its rows are checked by `findRowsIssue`.
      return { kind: "data", zh: label, en: label, need: required ? "required" : "optional" };
    default:
      return text(longest, label, label, need);
  }
}

/** The same for a column. */
export const toCell = (column: FormColumn): Field => toField(column, longestCell);

function getNeed({ calculation, required }: FormColumn): Need {
  if (calculation) return "computed";
  return required ? "required" : "optional";
}

const yesOrNo = codeList("FLOW_FORM_YES_NO", "是否", "Yes or no", { true: ["是", "Yes"], false: ["否", "No"] });
