import { trainEvaluationCalls as calls } from "@jipei/contract/outcomes/train-evaluation.ts";
import { useCall } from "../core/api/use-call.ts";
import { useLabel } from "../core/i18n/language.ts";

const parts = [
  ["teachScore", "教学", "Teaching"],
  ["contentScore", "内容", "Content"],
  ["siteScore", "场地", "Place"],
  ["serviceScore", "服务", "Service"],
] as const;

/** Averages of the evaluations that the reader may see. */
export function EvaluationSummary() {
  const label = useLabel();
  const { data } = useCall(calls.summary, {});
  if (!data) return null;
  const { answers, avgScore } = data;
  if (avgScore === null || avgScore === undefined)
    return <span className="unit">{label(["满5份评价后显示平均分", "Averages are shown from five answers on"])}</span>;
  return (
    <span>
      {label([`共 ${answers} 份评价，满意度 `, `Answers: ${answers}, satisfaction `])}
      <strong>{avgScore}</strong>
      <span className="unit">
        {parts.map(([name, zh, en]) => ` · ${label([zh, en])} ${data[name] ?? "—"}`).join("")}
      </span>
    </span>
  );
}
