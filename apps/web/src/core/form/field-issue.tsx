import type { ReactNode } from "react";

/** What is wrong with a field that no antd form watches; announced as soon as it appears. */
export const FieldIssue = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} role="alert" className="field-issue">
    {children}
  </p>
);
