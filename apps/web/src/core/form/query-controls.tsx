import type { ReactNode } from "react";
import "./query-controls.css";

/** What a page of figures is asked for, above the figures: every choice counts at once. */
export const QueryControls = ({ children }: { children: ReactNode }) => (
  <div className="query-controls">{children}</div>
);

export const QueryControl = ({ title, children }: { title: string; children: ReactNode }) => (
  <label className="query-control">
    <span>{title}</span>
    {children}
  </label>
);

interface SelectProps {
  title: string;
  options: readonly (readonly [value: string, text: string])[];
  value: string;
  onChange: (value: string) => void;
}

export const QuerySelect = ({ title, options, value, onChange }: SelectProps) => (
  <QueryControl title={title}>
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  </QueryControl>
);
