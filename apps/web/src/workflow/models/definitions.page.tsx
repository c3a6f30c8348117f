import {
  FlowDefinition,
  type FlowDefinitionRow,
  flowDefinitionCalls as calls,
  flowDefinitionMachine,
} from "@jipei/contract/workflow/flow-definition.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { moveWith } from "../../core/moves/moves.ts";
import { useCan } from "../../core/session/session.ts";
import { DefinitionPicture } from "./definition-picture.tsx";
import { DeployFiles } from "./deploy-files.tsx";
import { Migration } from "./migration.tsx";
import { Versions } from "./versions.tsx";

type Open = { what: "versions" | "migration"; row: FlowDefinitionRow } | { what: "files" } | null;

const suspend = moveWith(calls.changeState, { state: "suspended" });
const activate = moveWith(calls.changeState, { state: "active" });

/** 部署: what can be started, in all its versions. */
export default function DefinitionsPage() {
  const label = useLabel();
  const mayAdd = useCan("flow_definition_add");
  const mayMigrate = useCan("flow_definition_edit");
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <CrudPage
        entity={FlowDefinition}
        calls={{ list: calls.list, remove: calls.deleteDeployment, export: calls.export }}
        resource="flow_definition"
        columns={[
          { field: "name", width: 220 },
          "key",
          "definitionVersion",
          "category",
          "state",
          "deployTime",
          "deploymentId",
        ]}
        search={["name", "key", "category", "state"]}
        card={["name", "state", "definitionVersion", "deployTime"]}
        view={["name", "key", "definitionVersion", "category", "state", "deployTime", "deploymentId"]}
        below={({ id }: FlowDefinitionRow) => <DefinitionPicture id={id} />}
        removeInput={(rows: readonly FlowDefinitionRow[]) => ({
          deploymentIds: rows.map(({ deploymentId }) => deploymentId).join(","),
        })}
        machine={flowDefinitionMachine}
        moves={{
          suspend: { ...suspend, hidden: true, undo: activate },
          activate: { ...activate, hidden: true, undo: suspend },
        }}
        actions={() =>
          mayAdd && (
            <Button type="primary" onClick={() => setOpen({ what: "files" })}>
              {label(["上传部署", "Deploy files"])}
            </Button>
          )
        }
        rowActions={(row: FlowDefinitionRow) => [
          {
            key: "versions",
            label: label(["版本对比", "Compare versions"]),
            run: () => setOpen({ what: "versions", row }),
          },
          ...(mayMigrate
            ? [{ key: "migrate", label: label(["迁移", "Migrate"]), run: () => setOpen({ what: "migration", row }) }]
            : []),
        ]}
      />
      {open?.what === "files" && <DeployFiles onClose={close} />}
      {open?.what === "versions" && <Versions processKey={open.row.key ?? ""} onClose={close} />}
      {open?.what === "migration" && <Migration from={open.row} onClose={close} />}
    </>
  );
}
