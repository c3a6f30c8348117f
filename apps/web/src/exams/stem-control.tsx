import { Input } from "antd";
import type { Control } from "../core/form/field-control.tsx";

/** The stem, which may have several lines. */
export const StemControl: Control = ({ value, onChange, onBlur, id, disabled }) => (
  <Input.TextArea
    id={id}
    disabled={disabled}
    value={typeof value === "string" ? value : ""}
    onChange={(event) => onChange?.(event.target.value)}
    onBlur={onBlur}
    autoSize={{ minRows: 2, maxRows: 12 }}
  />
);
