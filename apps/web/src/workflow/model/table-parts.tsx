import { mostRows } from "@jipei/contract/workflow/flow-form.ts";
import { InputNumber } from "antd";
import type { ReactNode } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import type { StepField } from "../steps/step-model.ts";
import { FieldCell } from "./field-cell.tsx";

interface Props {
  field: StepField;
  words: readonly [zh: string, en: string];
  onChange: (part: Partial<StepField>) => void;
  /** Its columns. */
  children: ReactNode;
}

/** What a table consists of: how many rows it has, and its columns. */
export function TableParts({ field, words, onChange, children }: Props) {
  const label = useLabel();
  const [least, most] = [
    ["最少行数", "Fewest rows"],
    ["最多行数", "Most rows"],
  ] as const;
  const count = (part: "leastRows" | "mostRows", [zh, en]: readonly [string, string]) => (
    <FieldCell name={label([zh, en])}>
      <InputNumber
        aria-label={label([`${words[0]}：${zh}`, `${words[1]}: ${en}`])}
        min={part === "leastRows" ? 0 : 1}
        max={mostRows}
        precision={0}
        value={field[part] ?? null}
        placeholder={part === "mostRows" ? String(mostRows) : "0"}
        onChange={(rows) => onChange({ [part]: rows })}
        style={{ width: "100%" }}
      />
    </FieldCell>
  );
  return (
    <div className="field-table-parts">
      {count("leastRows", least)}
      {count("mostRows", most)}
      <p className="unit field-hint">
        {label([
          "列只须在一个环节写出。列的公式可用本行各列；表单的公式用 sum(变量.列)、count、min、max 取整列",
          "One step says its columns for all. Formulas of columns use those of their row; those of the form take a column by sum(table.column), count, min or max",
        ])}
      </p>
      <div className="field-columns">{children}</div>
    </div>
  );
}
