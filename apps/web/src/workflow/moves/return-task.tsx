import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Checkbox, Radio } from "antd";
import { useState } from "react";
import { useLabel } from "../../core/i18n/language.ts";
import { useTexts } from "../texts.ts";
import type { MoveProps } from "./move-props.ts";
import { OpinionDialog } from "./opinion-dialog.tsx";
import { useMove } from "./use-move.ts";

/** Sends a process back to an earlier step; first of all to its starter. */
export function ReturnTask({
  targets,
  taskId,
  processInstanceId,
  onClose,
}: MoveProps & { targets: FlowDetail["returnTargets"] }) {
  const t = useTexts();
  const label = useLabel();
  const { send, busy, error } = useMove(workCalls.return, onClose);
  const [activityId, setActivityId] = useState((targets.find(({ isStarter }) => isStarter) ?? targets[0])?.activityId);
  const [comeBack, setComeBack] = useState(false);
  return (
    <OpinionDialog
      title={label(["退回", "Return"])}
      label={t("move.reason")}
      needed
      danger
      takesFiles
      busy={busy}
      error={error}
      onSubmit={(said) => send({ taskId, processInstanceId, activityId, comeBack, ...said })}
      onClose={onClose}
    >
      <fieldset className="plain-fieldset">
        <legend>{t("move.return")}</legend>
        <Radio.Group
          vertical
          value={activityId}
          onChange={(event) => setActivityId(String(event.target.value))}
          options={targets.map((target) => ({
            value: target.activityId,
            label: target.isStarter ? t("move.toStarter") : target.activityName,
          }))}
        />
      </fieldset>
      <Checkbox checked={comeBack} onChange={(event) => setComeBack(event.target.checked)}>
        {t("move.comeBack")}
      </Checkbox>
    </OpinionDialog>
  );
}
