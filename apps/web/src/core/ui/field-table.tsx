import type { ReactNode } from "react";
import "./field-table.css";

/** A small table with borders. Where it is wider than the page it scrolls, by keyboard too. @param name said by screen readers */
export function FieldTable({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="field-table" role="region" aria-label={name} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}
