import { RedoOutlined, UndoOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef } from "react";
import { saveAs } from "../../core/files/download.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useCan } from "../../core/session/session.ts";
import { getProcess } from "./get-process.ts";
import type { CommandStack, Designing } from "./use-modeler.ts";

interface Props {
  designing: Designing;
  saving: boolean;
  onSave: () => void;
  /** null while there is nothing saved to deploy. */
  onDeploy: (() => void) | null;
  onImported: () => void;
}

/** What can be done with the drawing as a whole. */
export function DesignerActions({ designing, saving, onSave, onDeploy, onImported }: Props) {
  const label = useLabel();
  const mayEdit = useCan("flow_model_edit");
  const mayDeploy = useCan("flow_model_deploy");
  const input = useRef<HTMLInputElement>(null);
  const { modeler, open, getXml } = designing;
  const commands = modeler.get<CommandStack>("commandStack");
  const download = async () => {
    const xml = await getXml();
    saveAs({ blob: new Blob([xml], { type: "application/xml" }), name: `${getProcess(xml).key || "process"}.bpmn` });
  };
  const read = async (file: File | undefined) => {
    if (file && (await open(await file.text()))) onImported();
  };
  return (
    <>
      <Button
        icon={<UndoOutlined />}
        aria-label={label(["撤销", "Undo"])}
        disabled={!commands.canUndo()}
        onClick={() => commands.undo()}
      />
      <Button
        icon={<RedoOutlined />}
        aria-label={label(["重做", "Redo"])}
        disabled={!commands.canRedo()}
        onClick={() => commands.redo()}
      />
      <Button onClick={() => input.current?.click()}>{label(["导入文件", "Open a file"])}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".bpmn,.xml"
        aria-label={label(["BPMN 文件", "BPMN file"])}
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = "";
        }}
      />
      <Button onClick={() => void download()}>{label(["导出文件", "Save as a file"])}</Button>
      {mayDeploy && (
        <Button
          disabled={!onDeploy}
          title={onDeploy ? undefined : label(["请先保存", "Save it first"])}
          onClick={() => onDeploy?.()}
        >
          {label(["部署", "Deploy"])}
        </Button>
      )}
      {mayEdit && (
        <Button type="primary" loading={saving} onClick={onSave}>
          {label(["保存", "Save"])}
        </Button>
      )}
    </>
  );
}
