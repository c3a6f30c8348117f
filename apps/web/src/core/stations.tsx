import type { Named } from "./i18n/language.ts";
import { useLabel } from "./i18n/language.ts";
import { useTexts } from "./texts.ts";
import "./stations.css";

export interface Station {
  key: string;
  name: Named;
  /** A figure or a problem, under the name. */
  note?: string;
}

interface Props {
  steps: readonly Station[];
  /** Key of the station the case stands at; null when it has passed all of them. */
  current: string | null;
  /** The case was ended where it stands. */
  stopped?: boolean;
}

/** The way of a case as a line of stations: 备案 → 培训 → 考核 → 发证 → 补贴 → 拨付. */
export function Stations({ steps, current, stopped }: Props) {
  const t = useTexts();
  const label = useLabel();
  const at = current === null ? steps.length : steps.findIndex((step) => step.key === current);
  return (
    <ol className="stations">
      {steps.map((step, i) => {
        const state = i < at ? "done" : i === at ? (stopped ? "stopped" : "now") : "next";
        return (
          <li key={step.key} className={`station ${state}`} aria-current={i === at ? "step" : undefined}>
            <span className="station-mark" aria-hidden>
              {state === "done" ? "✓" : i + 1}
            </span>
            <span className="station-name">{label(step.name)}</span>
            <span className="visually-hidden">
              {t(state === "done" ? "stations.done" : state === "next" ? "stations.next" : "stations.now")}
            </span>
            {step.note && <span className="station-note">{step.note}</span>}
          </li>
        );
      })}
    </ol>
  );
}
