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
  fault,
  note,
  children,
}: {
  name: string;
  label: string;
  fault: string | null;
  /** Said in the place of a fault while there is none. */
  note?: string | null;
  children: (control: Control) => ReactNode;
}) {
  const id = `login-${name}`;
  return (
    <div className="plain-entry">
      <label htmlFor={id}>{label}</label>
      {children({ id, name, "aria-invalid": fault !== null, "aria-describedby": `${id}-fault` })}
      <span
        id={`${id}-fault`}
        className={fault === null && note ? "plain-note" : "plain-fault"}
        role={note ? "status" : undefined}
      >
        {fault ?? note}
      </span>
    </div>
  );
}
