import type { ReactNode } from "react";
import { useTexts } from "./texts.ts";

interface Props {
  /** What it is about; a link where there is a page of it. */
  title: ReactNode;
  /** Days and numbers, on the line below. */
  facts?: ReactNode;
  /** Why it was sent back. */
  reason?: string | null;
  status: ReactNode;
}

/** A row of a panel on the home page: what it is about, the facts of it, why it came back, and how it stands. */
export function HomeRow({ title, facts, reason, status }: Props) {
  const t = useTexts();
  return (
    <li>
      <div className="due-what">
        {title}
        {facts && <span className="unit">{facts}</span>}
        {reason && <span className="bad-word">{t("due.reason", { reason })}</span>}
      </div>
      {status}
    </li>
  );
}
