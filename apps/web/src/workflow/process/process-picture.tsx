import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import { Suspense, lazy, useMemo } from "react";
import { Skeleton } from "../../core/ui/states.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { readSteps } from "../diagram/process-steps.ts";
import { useTexts } from "../texts.ts";

const DiagramView = lazy(() => import("../diagram/diagram-view.tsx"));

const starts = ["开始", "Start"] as const;
const ends = ["结束", "End"] as const;

/** The diagram of a process with the way that it took and where it stands; the same as a list, for those who do not see it. */
export function ProcessPicture({ xml, passed, standing }: Pick<FlowDetail, "xml" | "passed" | "standing">) {
  const t = useTexts();
  const label = useLabel();
  const marks = useMemo(() => {
    const now = standing.map(({ activityId }) => activityId);
    return {
      passed: passed.map(({ activityId }) => activityId).filter((id) => !now.includes(id)),
      standing: now,
    };
  }, [passed, standing]);
  const steps = useMemo(() => readSteps(xml), [xml]);
  const nameOf = ({ name, kind }: (typeof steps)[number]) => {
    if (name) return name;
    if (kind === "startEvent") return label(starts);
    return kind === "endEvent" ? label(ends) : kind;
  };
  const stateOf = (id: string) => {
    if (marks.standing.includes(id)) return ["busy", t("process.standing")] as const;
    return marks.passed.includes(id)
      ? (["good", t("process.passed")] as const)
      : (["neutral", t("process.ahead")] as const);
  };
  return (
    <>
      <Suspense fallback={<Skeleton rows={6} />}>
        <DiagramView xml={xml} label={t("process.diagram")} marks={marks} />
      </Suspense>
      <ol className="flow-steps" aria-label={t("process.steps")}>
        {steps.map((step) => {
          const [tone, state] = stateOf(step.id);
          return (
            <li key={step.id}>
              {nameOf(step)} <span className={`status-tag tone-${tone}`}>{state}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
