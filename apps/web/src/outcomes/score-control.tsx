import { Rate } from "antd";
import type { Control } from "../core/form/field-control.tsx";

/** One to five stars. */
export const ScoreControl: Control = ({ value, onChange, id, disabled }) => (
  <Rate
    id={id}
    disabled={disabled}
    allowClear={false}
    value={typeof value === "number" ? value : 0}
    onChange={(next) => onChange?.(next)}
  />
);
