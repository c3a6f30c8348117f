import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import { takers } from "@jipei/contract/workflow/flow-codes.ts";
import { Select } from "antd";
import { useLabel } from "../../../core/i18n/language.ts";
import type { Editing } from "../editing.ts";
import { PanelField } from "./panel-field.tsx";

/** Who may start the process. */
export function ProcessPart({ editing }: { editing: Editing }) {
  const label = useLabel();
  const chosen = editing.text("flowable:candidateStarterGroups").split(",").filter(Boolean);
  return (
    <PanelField
      label={label(["可发起的角色", "Who may start it"])}
      hint={label(["不选则都可以发起", "Everybody, where none is chosen"])}
    >
      {(id) => (
        <Select
          id={id}
          mode="multiple"
          value={chosen}
          onChange={(aliases: string[]) =>
            editing.set({ "flowable:candidateStarterGroups": aliases.join(",") || undefined })
          }
          options={takers.map((alias: RoleAlias) => ({ value: alias, label: label(roles[alias]) }))}
          showSearch={{ optionFilterProp: "label" }}
          style={{ width: "100%" }}
        />
      )}
    </PanelField>
  );
}
