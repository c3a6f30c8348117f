import type { ReactNode } from "react";

interface Control {
  id: string;
  name: string;
  "aria-invalid": boolean;
  "aria-describedby": string;
}

/** A label, its control and the message about it. */
export function Field({
  name,
  label,
  issue,
  note,
  children,
}: {
  name: string;
  label: string;
  issue: string | null;
  /** Shown in the place of an issue while there is none. */
  note?: string | null;
  children: (control: Control) => ReactNode;
}) {
  const id = `login-${name}`;
  return (
    <div className="plain-entry">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, "aria-invalid": issue !== null, "aria-describedby": `${id}-issue` })}
      <span
        id={`${id}-issue`}
        className={issue === null && note ? "plain-note" : "plain-issue"}
        role={note ? "status" : undefined}
      >
        {issue ?? note}
      </span>
    </div>
  );
}
