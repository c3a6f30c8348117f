import "./section-badge.css";

/** The count of a section, and its issues. */
export function SectionBadge({ count, problem }: { count?: number | string | null; problem?: string | null }) {
  return (
    <>
      {count !== undefined && count !== null && <span className="section-count">{count}</span>}
      {problem && (
        <span className="section-problem" title={problem}>
          <span aria-hidden>!</span>
          <span className="visually-hidden">{problem}</span>
        </span>
      )}
    </>
  );
}
