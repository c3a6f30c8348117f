import type { ReactNode } from "react";
import "./page-header.css";

interface Props {
  title: string;
  subtitle?: ReactNode;
  /** The state, beside the title. */
  status?: ReactNode;
  /** The primary action stands here once per screen. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Head of a page with its only h1. */
export function PageHeader({ title, subtitle, status, actions, children }: Props) {
  return (
    <header className="page-header">
      <div className="page-header-line">
        <h1>{title}</h1>
        {status}
        {subtitle && <span className="page-header-subtitle">{subtitle}</span>}
        {actions && <div className="page-header-actions">{actions}</div>}
      </div>
      {children}
    </header>
  );
}
