import type { ReactNode } from "react";

/** A control under its name; screen readers have it from the control itself. */
export const FieldCell = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="field-cell">
    <span className="unit" aria-hidden="true">
      {name}
    </span>
    {children}
  </div>
);
