import { type ModelIssue, issueSeverity } from "@jipei/contract/workflow/flow-model.ts";
import { findTone } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";

interface Props {
  issues: readonly ModelIssue[];
  /** Leads to an element, where there is a drawing to lead to. */
  onShow?: (id: string) => void;
}

/** What is wrong with the model as it is now; a click leads to the element. */
export function IssueList({ issues, onShow }: Props) {
  const label = useLabel();
  return (
    <section className="issue-list" aria-live="polite">
      <h3 className="section-title">
        {label(["检查结果", "Check"])} <span className="unit numeric">{issues.length}</span>
      </h3>
      {issues.length === 0 ? (
        <p className="blank">{label(["没有发现问题", "Nothing is wrong"])}</p>
      ) : (
        <ul>
          {issues.map((issue, place) => (
            <li key={place}>
              <span className={`status-tag tone-${findTone(issueSeverity, issue.severity)}`}>
                {issue.elementName || issue.elementId || "—"}
              </span>{" "}
              {issue.elementId && onShow ? (
                <button type="button" className="link-button" onClick={() => onShow(issue.elementId ?? "")}>
                  {label(issue)}
                </button>
              ) : (
                label(issue)
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
