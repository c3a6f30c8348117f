import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { Checkbox } from "antd";
import { useState } from "react";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { getWeekday } from "../../core/format/dates.ts";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";
import { PatternParts } from "./pattern-parts.tsx";
import { PatternPreview } from "./pattern-preview.tsx";
import { PatternTimes } from "./pattern-times.tsx";
import { firstPattern, patternInput } from "./pattern.ts";
import "./plan-pattern.css";

interface Props {
  row: WholeClass;
  /** Hours that are planned already. */
  planned: string;
  onClose: () => void;
}

/** Plans a whole timetable in one step: days of the week, times of a day, theory and practice, with what stands in the way shown beforehand. */
export function PlanPattern({ row, planned, onClose }: Props) {
  const t = useTexts();
  const [first] = useState(() => firstPattern(row, planned));
  const [pattern, setPattern] = useState(first);
  const change = (part: Partial<typeof pattern>) => setPattern({ ...pattern, ...part });
  const input = patternInput(pattern, row.id);
  const preview = useCall(lessonCalls.previewPattern, input ?? noInput, {
    enabled: input !== null,
    keepPrevious: true,
    staleTime: 0,
  });
  const plan = useSend(lessonCalls.planPattern, { silent: true });
  const shown = input ? (preview.data ?? null) : null;
  const clashes = shown?.lessons.filter(({ msg }) => msg).length ?? 0;
  const whyNot = (): string | null => {
    if (!input) return t("pattern.incomplete");
    if (clashes > 0) return t("pattern.clashes", { n: clashes });
    return shown?.lessons.length ? null : t("pattern.count", { n: 0 });
  };
  const submit = () => {
    const reason = whyNot();
    if (reason) notify("warning", reason);
    if (reason || !input) return;
    plan.mutate(input, {
      onSuccess: ({ created }) => {
        notify("success", t("pattern.done", { n: created }));
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      kind="drawer"
      title={t("pattern.title")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("pattern.plan", { n: shown?.lessons.length ?? 0 })}
      busy={plan.isPending || preview.isFetching}
      dirty={pattern !== first}
      width={860}
    >
      {plan.error && <FailureList error={plan.error} />}
      <fieldset className="pattern-group">
        <legend>{t("pattern.weekdays")}</legend>
        <Checkbox.Group
          value={[...pattern.weekdays]}
          onChange={(days) => change({ weekdays: days.sort().join("") })}
          options={weekdays.map((day, i) => ({ value: String(i + 1), label: getWeekday(day) }))}
        />
        <Checkbox checked={pattern.skipHolidays} onChange={({ target }) => change({ skipHolidays: target.checked })}>
          {t("pattern.skipHolidays")}
        </Checkbox>
      </fieldset>
      <PatternTimes times={pattern.times} onChange={(times) => change({ times })} />
      <PatternParts parts={pattern.parts} onChange={(parts) => change({ parts })} />
      {preview.error && input && <FailureList error={preview.error} />}
      {shown && <PatternPreview preview={shown} clashes={clashes} />}
      {!input && <p className="unit">{t("pattern.incomplete")}</p>}
    </Dialog>
  );
}

/** A week that begins with a Monday, for the names of its days. */
const weekdays = [5, 6, 7, 8, 9, 10, 11].map((day) => `2026-01-${String(day).padStart(2, "0")}`);
/** Never sent: the call is off until the pattern is complete. */
const noInput = { classId: "0", weekdays: "1", times: [], parts: [] };
