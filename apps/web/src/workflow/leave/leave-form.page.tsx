import { Leave, leaveCalls as calls, leaveKey } from "@jipei/contract/workflow/leave.ts";
import { Button, Form } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useSend } from "../../core/api/use-call.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { EntityForm } from "../../core/form/entity-form.tsx";
import type { ControlProps } from "../../core/form/field-control.tsx";
import type { Values } from "../../core/form/form-values.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { notify } from "../../core/ui/notify.ts";
import { ColleagueSelect } from "../colleague-select.tsx";
import { detailLink } from "@jipei/contract/workflow/process-links.ts";
import { useTexts } from "../texts.ts";
import { getAsked } from "./leave-values.ts";

/** 请假: from when to when, why, and who decides first. */
export default function LeaveFormPage() {
  const t = useTexts();
  const label = useLabel();
  const go = useGo();
  const { processDefinitionId = "" } = useParams();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  useDirtyGuard(dirty);
  const start = useSend(calls.startProcess, { silent: true });
  return (
    <div className="page page-narrow">
      <PageHeader title={label(["请假", "Ask for leave"])} />
      <EntityForm
        form={form}
        entity={Leave}
        sections={[{ fields: ["startTime", "endTime", "reason", "taskUser"] }]}
        controls={{ taskUser: ApproverControl }}
        error={start.error}
        refusal={start.error && <FailureList error={start.error} />}
        onChange={() => setDirty(true)}
        onSubmit={(values) =>
          start.mutate(
            { processDefinitionId, ...getAsked(values), taskUser: values.taskUser },
            {
              onSuccess: ({ businessId, processInstanceId }) => {
                setDirty(false);
                notify("success", t("form.started"));
                void go(detailLink({ processDefinitionKey: leaveKey, processInstanceId, businessId }), {
                  replace: true,
                });
              },
            },
          )
        }
      />
      <Button type="primary" loading={start.isPending} onClick={() => form.submit()}>
        {label(["提交", "Hand in"])}
      </Button>
    </div>
  );
}

function ApproverControl({ value, onChange, id }: ControlProps) {
  return (
    <ColleagueSelect
      id={id}
      call={calls.approvers}
      value={typeof value === "string" ? [value] : []}
      onChange={([chosen]) => onChange?.(chosen ?? null)}
    />
  );
}
