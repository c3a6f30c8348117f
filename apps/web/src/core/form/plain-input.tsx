import type { InputHTMLAttributes } from "react";
import { Field } from "./plain-field.tsx";

interface FieldProps {
  name: string;
  label: string;
  issue: string | null;
  value: string;
  onChange: (value: string) => void;
}
type InputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>;

/** An input with its label and its issue, on pages without the component library. */
export function InputField({ name, label, issue, value, onChange, ...attributes }: InputProps) {
  return (
    <Field name={name} label={label} issue={issue}>
      {(control) => (
        <input
          {...attributes}
          {...control}
          className="plain-field"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface SelectProps extends FieldProps {
  /** Value and text of each. */
  choices: readonly (readonly [value: string, text: string])[];
}

/** A choice with its label and its issue. */
export function SelectField({ name, label, issue, value, onChange, choices }: SelectProps) {
  return (
    <Field name={name} label={label} issue={issue}>
      {(control) => (
        <select {...control} className="plain-field" value={value} onChange={(event) => onChange(event.target.value)}>
          {choices.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
