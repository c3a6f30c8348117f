import { Input } from "antd";
import { useId, useState } from "react";
import type { ReactNode } from "react";

interface FieldProps {
  label: string;
  hint?: string;
  children: (id: string) => ReactNode;
}

/** A property with its label. */
export function PanelField({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className="panel-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <p className="unit field-hint">{hint}</p>}
    </div>
  );
}

interface TextProps {
  label: string;
  hint?: string;
  value: string;
  /** Said when the field is left, or Enter is pressed. */
  onCommit: (value: string) => void;
  rows?: number;
  placeholder?: string;
}

/** A text that counts once the field is left, so that it is undone as a whole. */
export function PanelText({ label, hint, value, onCommit, rows, placeholder }: TextProps) {
  return (
    <PanelField label={label} hint={hint}>
      {(id) => <Typed key={value} id={id} value={value} onCommit={onCommit} rows={rows} placeholder={placeholder} />}
    </PanelField>
  );
}

function Typed({ id, value, onCommit, rows, placeholder }: Omit<TextProps, "label" | "hint"> & { id: string }) {
  const [text, setText] = useState(value);
  const commit = () => text !== value && onCommit(text.trim());
  const shared = { id, value: text, placeholder, onBlur: commit };
  return rows ? (
    <Input.TextArea
      {...shared}
      autoSize={{ minRows: rows, maxRows: 8 }}
      onChange={(event) => setText(event.target.value)}
    />
  ) : (
    <Input {...shared} onPressEnter={commit} onChange={(event) => setText(event.target.value)} />
  );
}
