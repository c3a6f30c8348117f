import { useLabel } from "../../../core/i18n/language.ts";
import { notify } from "../../../core/ui/notify.ts";
import type { Editing } from "../editing.ts";
import { PanelText } from "./panel-field.tsx";

/** How XML wants ids to be. */
const possible = /^[A-Za-z_][\w.-]{0,59}$/;

/** Name and id of an element; those of the process are name and key of the model. */
export function GeneralPart({ editing, isFree }: { editing: Editing; isFree: (id: string) => boolean }) {
  const label = useLabel();
  const isProcess = editing.is("bpmn:Process");
  const rename = (id: string) => {
    if (possible.test(id) && isFree(id)) editing.set({ id });
    else
      notify(
        "warning",
        label([
          "标识须以字母开头，由字母、数字、下划线、点或横线组成，且不重复",
          "An id begins with a letter, has letters, digits, _ . or - only, and no other element has it",
        ]),
      );
  };
  return (
    <>
      <PanelText
        label={label(["名称", "Name"])}
        value={editing.text("name")}
        onCommit={(name) => editing.set({ name: name || undefined })}
      />
      <PanelText
        label={label(isProcess ? ["流程标识", "Key of the process"] : ["标识", "Id"])}
        value={editing.text("id")}
        onCommit={rename}
      />
    </>
  );
}
