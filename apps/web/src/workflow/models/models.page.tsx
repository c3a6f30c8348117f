import { FlowModel, type FlowModelRow, flowModelCalls as calls } from "@jipei/contract/workflow/flow-model.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { useCan } from "../../core/session/session.ts";
import { DeployModel } from "./deploy-model.tsx";
import { Versions } from "./versions.tsx";

type Open = { what: "deploy" | "versions"; row: FlowModelRow } | null;

/** 模型: processes as they are drawn, or written down step by step. */
export default function ModelsPage() {
  const label = useLabel();
  const go = useGo();
  const mayAdd = useCan("flow_model_add");
  const mayEdit = useCan("flow_model_edit");
  const mayDeploy = useCan("flow_model_deploy");
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <CrudPage
        entity={FlowModel}
        calls={{ list: calls.list, remove: calls.remove, export: calls.export }}
        resource="flow_model"
        columns={[{ field: "name", width: 240 }, "modelKey", "category", "version", "lastUpdated"]}
        search={["name", "modelKey", "category"]}
        card={["name", "modelKey", "category", "lastUpdated"]}
        open={({ id }: FlowModelRow) => `/flow/model/design/${id}`}
        actions={() =>
          mayAdd && (
            <>
              <Button type="primary" onClick={() => void go("/flow/model/steps/new")}>
                {label(["按步骤新建", "New by steps"])}
              </Button>
              <Button onClick={() => void go("/flow/model/design/new")}>{label(["画图新建", "Draw a new one"])}</Button>
            </>
          )
        }
        rowActions={(row: FlowModelRow) => [
          ...(mayEdit
            ? [
                {
                  key: "steps",
                  label: label(["按步骤修改", "Edit by steps"]),
                  run: () => void go(`/flow/model/steps/${row.id}`),
                },
              ]
            : []),
          ...(mayDeploy
            ? [{ key: "deploy", label: label(["部署", "Deploy"]), run: () => setOpen({ what: "deploy", row }) }]
            : []),
          { key: "versions", label: label(["版本", "Versions"]), run: () => setOpen({ what: "versions", row }) },
        ]}
      />
      {open?.what === "deploy" && <DeployModel model={open.row} onClose={close} />}
      {open?.what === "versions" && <Versions processKey={open.row.modelKey ?? ""} onClose={close} />}
    </>
  );
}
