import { Select } from "antd";
import { useState } from "react";
import { useLabel } from "../../../core/i18n/language.ts";
import type { Named } from "../../../core/i18n/language.ts";
import type { Moddle } from "../../diagram/bpmn-services.ts";
import { type Editing, bodyOf, childOf } from "../editing.ts";
import { PanelField, PanelText } from "./panel-field.tsx";

type Timing = "timeDuration" | "timeDate" | "timeCycle";
const timings: Readonly<Record<Timing, readonly [name: Named, hint: Named]>> = {
  timeDuration: [
    ["经过一段时间", "After some time"],
    ["如 P1D（1天）、PT30M（30分钟）", "Such as P1D (a day), PT30M (30 minutes)"],
  ],
  timeDate: [
    ["到某个时间", "At a moment"],
    ["如 2026-12-31T09:00，或 ${endTime}", "Such as 2026-12-31T09:00, or ${endTime}"],
  ],
  timeCycle: [
    ["重复", "Again and again"],
    ["如 R3/PT1H（每小时一次，共3次）", "Such as R3/PT1H (every hour, three times)"],
  ],
};
const names = Object.keys(timings) as Timing[];

/** When a timer goes off. */
export function TimerPart({ editing, definition }: { editing: Editing; definition: Moddle }) {
  const label = useLabel();
  const stated = names.find((name) => childOf(definition, name));
  const [chosen, setChosen] = useState<Timing>("timeDuration");
  const timing = stated ?? chosen;
  const write = (name: Timing, text: string) =>
    editing.setOf(definition, {
      timeDuration: undefined,
      timeDate: undefined,
      timeCycle: undefined,
      [name]: editing.expression(text),
    });
  const text = bodyOf(childOf(definition, timing));
  return (
    <>
      <PanelField label={label(["定时方式", "Timer"])}>
        {(id) => (
          <Select
            id={id}
            value={timing}
            onChange={(name: Timing) => {
              setChosen(name);
              write(name, text);
            }}
            options={names.map((name) => ({ value: name, label: label(timings[name][0]) }))}
            style={{ width: "100%" }}
          />
        )}
      </PanelField>
      <PanelText
        label={label(["时间", "Time"])}
        hint={label(timings[timing][1])}
        value={text}
        onCommit={(typed) => write(timing, typed)}
      />
    </>
  );
}
