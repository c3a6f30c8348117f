import { type FileItem, files, text } from "@jipei/contract/core/fields/field.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { flowDefinitionCalls } from "@jipei/contract/workflow/flow-definition.ts";
import type { FormField } from "@jipei/contract/workflow/flow-form.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Button, Form } from "antd";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { useSend } from "../../core/api/use-call.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import type { Values } from "../../core/form/form-values.ts";
import { withFields } from "../../core/form/fields.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { notify } from "../../core/ui/notify.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { detailLink } from "@jipei/contract/workflow/process-links.ts";
import { useTexts } from "../texts.ts";
import { FilledForm } from "./filled-form.tsx";
import { fieldKey, formEntity, toVariables } from "./form-entity.ts";
import { findLive } from "./live-fields.ts";

const titled = {
  title: text(200, "标题", "Title"),
  attachmentList: files("附件", "Attachments"),
};

/** Starts a process by the form of its start; leads to what was started. */
export default function ProcessFormPage() {
  const { processDefinitionId = "" } = useParams();
  const found = useCall(flowDefinitionCalls.detail, { processDefinitionId });
  const definition = found.data;
  useTabTitle(definition?.name ?? undefined);
  if (!definition) return <Unanswered queries={[found]} />;
  return <StartForm definition={definition} />;
}

interface Definition {
  id: string;
  key: string | null;
  name: string | null;
  fields: readonly FormField[];
}

function StartForm({ definition: { id, key, name, fields } }: { definition: Definition }) {
  const t = useTexts();
  const label = useLabel();
  const go = useGo();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  useDirtyGuard(dirty);
  const start = useSend(workCalls.start, { silent: true });
  const writable = fields.filter(({ right }) => right === "write");
  const live = new Set(findLive(fields));
  const shown = fields.filter((field) => field.right === "write" || live.has(field));
  const entity: Entity = useMemo(() => withFields(formEntity(fields), titled), [fields]);
  const send = (values: Values) =>
    start.mutate(
      {
        processDefinitionId: id,
        title: typeof values.title === "string" ? values.title : null,
        variables: toVariables(writable, values),
        attachmentList: (values.attachmentList as FileItem[] | undefined) ?? [],
      },
      {
        onSuccess: ({ processInstanceId }) => {
          setDirty(false);
          notify("success", t("form.started"));
          void go(detailLink({ processDefinitionKey: key, processInstanceId, businessId: null }), { replace: true });
        },
      },
    );
  return (
    <div className="page page-narrow">
      <PageHeader title={label([`发起：${name}`, `Start: ${name}`])} />
      <FilledForm
        form={form}
        entity={entity}
        fields={fields}
        sections={[{ fields: ["title", ...shown.map((field) => fieldKey(field.name)), "attachmentList"] }]}
        error={start.error}
        refusal={start.error && <FailureList error={start.error} />}
        onChange={() => setDirty(true)}
        onSubmit={send}
      />
      <Button type="primary" loading={start.isPending} onClick={() => form.submit()}>
        {label(["提交", "Hand in"])}
      </Button>
    </div>
  );
}
