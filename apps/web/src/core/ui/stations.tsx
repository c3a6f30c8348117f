import type { Named } from "../i18n/language.ts";
import { useLabel } from "../i18n/language.ts";
import { useTexts } from "../i18n/core-texts.ts";
import "./stations.css";

export interface Station {
  key: string;
  name: Named;
  /** A figure or a problem, under the name. */
  note?: string;
}

interface Props {
  steps: readonly Station[];
  /** Key of the current station; null when all have been passed. */
  current: string | null;
  /** The case was ended at its current station. */
  stopped?: boolean;
}

/** The way of a case as a line of stations: 备案 → 培训 → 考核 → 发证 → 补贴 → 拨付. */
export function Stations({ steps, current, stopped }: Props) {
  const t = useTexts();
  const label = useLabel();
  const at = current === null ? steps.length : steps.findIndex((step) => step.key === current);
  const stateAt = (i: number) => {
    if (i < at) return "done";
    if (i > at) return "next";
    return stopped ? "stopped" : "now";
  };
  return (
    <ol className="stations">
      {steps.map((step, i) => {
        const state = stateAt(i);
        return (
          <li key={step.key} className={`station ${state}`} aria-current={i === at ? "step" : undefined}>
            <span className="station-mark" aria-hidden>
              {state === "done" ? "✓" : i + 1}
            </span>
            <span className="station-name">{label(step.name)}</span>
            <span className="visually-hidden">{t(`stations.${state === "stopped" ? "now" : state}`)}</span>
            {step.note && <span className="station-note">{step.note}</span>}
          </li>
        );
      })}
    </ol>
  );
}
