import type { ReactNode } from "react";
import "./print.css";

interface Props {
  title: string;
  /** Facts above the table: label and value. */
  facts?: readonly { label: string; value: ReactNode }[];
  /** Boxes to sign in. */
  signatures?: readonly string[];
  /** Landscape. */
  wide?: boolean;
  children: ReactNode;
}

/** A paper form: head, facts, table, boxes for signatures and stamps. While one is on the page, printing prints nothing else. */
export function PrintSheet({ title, facts = [], signatures = [], wide, children }: Props) {
  return (
    <article className={wide ? "print-sheet wide" : "print-sheet"}>
      <h1>{title}</h1>
      <div className="print-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <span className="print-label">{label}</span> {value}
          </div>
        ))}
      </div>
      {children}
      <div className="print-signatures">
        {signatures.map((name) => (
          <div key={name} className="print-signature">
            {name}
          </div>
        ))}
      </div>
    </article>
  );
}
