import { useLabel } from "../core/i18n/language.ts";
import { Empty } from "../core/ui/states.tsx";
import { useDelayed } from "../core/ui/use-delayed.ts";
import { type Design, isRunnable, startPivot } from "./design-state.ts";
import { ReportResult } from "./report-result.tsx";

/** Milliseconds for which nothing is chosen before the preview follows. */
const pause = 400;

/** The first rows, or the figures, of what is designed. */
export function DesignPreview({ design: now }: { design: Design }) {
  const label = useLabel();
  const design = useDelayed(now, pause);
  const { kind, dataSet } = design;
  const layout = { ...design.layout, pivot: kind === "pivot" ? (design.layout.pivot ?? startPivot) : null };
  return (
    <section className="report-preview" aria-label={label(["预览", "Preview"])}>
      <h2>{label(["预览", "Preview"])}</h2>
      {isRunnable(design) ? (
        <ReportResult key={`${kind} ${dataSet}`} id={null} {...{ kind, dataSet, layout }} asked={{}} isPreview />
      ) : (
        <Empty
          text={
            kind === "pivot"
              ? label(["选择行分组和统计项后显示预览", "Choose groups and measures to see a preview"])
              : label(["选择字段后显示预览", "Choose fields to see a preview"])
          }
        />
      )}
    </section>
  );
}
