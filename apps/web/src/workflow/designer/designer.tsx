import { type FlowModelRow, type ModelIssue, flowModelCalls } from "@jipei/contract/workflow/flow-model.ts";
import { useEffect, useRef, useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useDelayed } from "../../core/ui/use-delayed.ts";
import { DeployModel } from "../models/deploy-model.tsx";
import { useBase, useUnsaved } from "../models/use-base.ts";
import { useSaveModel } from "../models/use-save-model.ts";
import { DesignerActions } from "./designer-actions.tsx";
import { getProcess } from "./get-process.ts";
import { IssueList } from "./issue-list.tsx";
import { useIssueMarks } from "./use-issue-marks.ts";
import { Properties } from "./panel/properties.tsx";
import { useModeler } from "./use-modeler.ts";
import "./designer.css";

const none: readonly ModelIssue[] = [];
type Model = Pick<FlowModelRow, "id" | "name" | "category" | "version">;

interface Props {
  model: Model | null;
  xml: string;
  /** Gets the id of a new model once it is saved. */
  onStored?: (id: string) => void;
}

/** Draws a process: the canvas with its palette, beside it what can be said of an element, and what is wrong so far. */
export function Designer({ model, xml, onStored }: Props) {
  const label = useLabel();
  const box = useRef<HTMLDivElement>(null);
  const unsaved = useUnsaved();
  const { dirty, changed } = unsaved;
  const [deploying, setDeploying] = useState(false);
  const designing = useModeler(box, changed);
  const { modeler, element, revision, failed, open, getXml, show } = designing;
  const takeOver = useBase(model?.version ?? null, xml, dirty, open);
  const { issues, drawn } = useChecked(getXml, revision);
  useIssueMarks(modeler, issues ?? none);
  const saving = useSaveModel((id) => {
    unsaved.saved();
    if (!model) onStored?.(id);
  });
  const save = async () => {
    unsaved.saving();
    const written = await getXml();
    const process = getProcess(written);
    await saving.save({ id: model?.id ?? null, version: takeOver(written), ...process, xml: written });
  };
  const name = drawn.name || model?.name || label(["新流程", "New process"]);
  return (
    <div className="page designer">
      <PageHeader
        title={name}
        subtitle={drawn.key}
        actions={
          <DesignerActions
            designing={designing}
            saving={saving.busy}
            onSave={() => void save()}
            onDeploy={model && !dirty ? () => setDeploying(true) : null}
            onImported={changed}
          />
        }
      />
      {saving.error && <FailureList error={saving.error} />}
      {failed && (
        <p role="alert" className="field-issue">
          {label([
            "文件无法打开：不是 BPMN 2.0，或没有图形信息（可在“部署”中直接上传）",
            "The file cannot be opened: it is no BPMN 2.0, or has no diagram (deploy it as a file instead)",
          ])}
        </p>
      )}
      <div className="designer-columns">
        <div ref={box} className="designer-canvas" />
        <div className="designer-side">
          {element && <Properties modeler={modeler} element={element} />}
          {issues && <IssueList issues={issues} onShow={show} />}
        </div>
      </div>
      {deploying && model && <DeployModel model={model} onClose={() => setDeploying(false)} />}
    </div>
  );
}

/** What is wrong with the model as it is drawn, a moment after each change. */
function useChecked(getXml: () => Promise<string>, revision: number) {
  const [written, setWritten] = useState("");
  const settled = useDelayed(String(revision), 500);
  useEffect(() => {
    let left = false;
    void getXml().then((xml) => !left && setWritten(xml));
    return () => {
      left = true;
    };
  }, [getXml, settled]);
  const found = useCall(flowModelCalls.check, { xml: written }, { enabled: written !== "", keepPrevious: true });
  return { issues: found.data?.issues, drawn: written === "" ? { key: "", name: "" } : getProcess(written) };
}
