import { Radio } from "antd";
import type { Control } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";

const scores = [1, 2, 3, 4, 5] as const;
const words = { 1: ["1 差", "1 bad"], 5: ["5 好", "5 good"] } as const;

/** From one to five. */
export const ScoreControl: Control = ({ value, onChange, id, disabled }) => {
  const label = useLabel();
  return (
    <Radio.Group
      id={id}
      disabled={disabled}
      optionType="button"
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      options={scores.map((score) => ({
        value: score,
        label: score === 1 || score === 5 ? label(words[score]) : String(score),
      }))}
    />
  );
};
