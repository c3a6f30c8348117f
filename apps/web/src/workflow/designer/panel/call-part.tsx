import { useLabel } from "../../../core/i18n/language.ts";
import type { Editing } from "../editing.ts";
import { PanelText } from "./panel-field.tsx";

/** Which process a call activity starts. */
export function CallPart({ editing }: { editing: Editing }) {
  const label = useLabel();
  return (
    <PanelText
      label={label(["调用的流程（标识）", "Process that is called (key)"])}
      value={editing.text("calledElement")}
      onCommit={(key) => editing.set({ calledElement: key || undefined, "flowable:inheritVariables": "true" })}
    />
  );
}
