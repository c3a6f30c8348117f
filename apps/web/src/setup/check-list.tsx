import { type CheckResult, setupChecks } from "@jipei/contract/setup/setup-checks.ts";
import { Link } from "../core/page/link.ts";
import { useLabel } from "../core/i18n/language.ts";
import "./setup.css";

/** What is there and what is missing, each with the page where it is done. */
export function CheckList({ checks }: { checks: readonly CheckResult[] }) {
  const label = useLabel();
  return (
    <ul className="setup-checks">
      {checks.map(({ check, done }) => {
        const [zh, en, page, hintZh, hintEn] = setupChecks[check];
        return (
          <li key={check} data-done={done}>
            <span className="setup-mark">{label(done ? ["完成", "Done"] : ["待办", "To do"])}</span>
            <span>
              {page ? <Link to={page}>{label([zh, en])}</Link> : <span>{label([zh, en])}</span>}
              {!done && <span className="setup-hint">{label([hintZh, hintEn])}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
