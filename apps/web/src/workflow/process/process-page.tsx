import type { FlowDetail } from "@jipei/contract/workflow/flow-detail.ts";
import type { FilledField } from "@jipei/contract/workflow/flow-form.ts";
import { processCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Form } from "antd";
import type { ReactNode } from "react";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import type { Values } from "../../core/form/form-values.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { useSession } from "../../core/session/session.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { usePhone } from "../../core/ui/use-width.ts";
import { ProcessMoves } from "../moves/process-moves.tsx";
import { useTexts } from "../texts.ts";
import { fieldKey, toVariables } from "./form-entity.ts";
import { findLive } from "./live-fields.ts";
import { ProcessFacts, ProcessStatus } from "./process-facts.tsx";
import { ProcessForm } from "./process-form.tsx";
import { ProcessPicture } from "./process-picture.tsx";
import { useReadCopy } from "./use-read-copy.ts";
import { Timeline } from "./timeline.tsx";
import "../workflow.css";

interface Props {
  processInstanceId: string;
  /** The task that is handled; left out, the reader's own. */
  taskId?: string;
  /** What the process is about, where that is more than its form. */
  business?: (detail: FlowDetail) => ReactNode;
  /** `business` has a form and a button of its own for what came back to its starter. */
  handsInAgain?: boolean;
}

/** A process: what was filled in, where it stands, everything that was done in it, and what the reader may do. */
export function ProcessPage({ processInstanceId, taskId, ...rest }: Props) {
  const found = useCall(processCalls.detail, { processInstanceId, taskId }, { staleTime: 0 });
  const detail = found.data;
  useReadCopy(processInstanceId);
  useTabTitle(detail?.instance.title ?? undefined);
  if (!detail) return <Unanswered queries={[found]} />;
  // What was filled in belongs to one task.
  return <Loaded key={detail.task?.id ?? "none"} detail={detail} {...rest} />;
}

function Loaded({
  detail,
  business,
  handsInAgain,
}: Omit<Props, "processInstanceId" | "taskId"> & { detail: FlowDetail }) {
  const t = useTexts();
  const phone = usePhone();
  const { info } = useSession();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  useDirtyGuard(dirty);
  const { instance, task, fields, history, opinions, xml, passed, standing } = detail;
  const isOwn = instance.startUser === info?.userId && task !== null;
  // Where the page of its row shows what was filled in, only what is filled in now is left to show.
  const live = new Set(findLive(fields));
  const isFilledIn = (field: FilledField) => field.right === "write" || live.has(field);
  const shown = business ? fields.filter((field) => isFilledIn(field) && !(isOwn && handsInAgain)) : fields;
  const writable = shown.filter(({ right }) => right === "write");
  const getVariables = async () => {
    try {
      return toVariables(writable, await form.validateFields(writable.map(({ name }) => fieldKey(name))));
    } catch {
      form.focusField(form.getFieldsError().find(({ errors }) => errors.length > 0)?.name ?? "");
      return null;
    }
  };
  const moves = (
    <ProcessMoves
      detail={detail}
      completes={!(isOwn && handsInAgain)}
      agreeText={agreeText(t, isOwn, task?.owner != null)}
      mayRefuse={!isOwn && task?.owner == null}
      getVariables={getVariables}
      getEntered={() => toVariables(writable, form.getFieldsValue())}
    />
  );
  return (
    <div className="page">
      <PageHeader
        title={instance.title ?? ""}
        subtitle={instance.processDefinitionName}
        status={<ProcessStatus instance={instance} />}
        actions={phone ? null : moves}
      />
      <ProcessFacts instance={instance} task={task} />
      <div className="process-columns">
        <div>
          {business?.(detail)}
          {(shown.length > 0 || !business) && (
            <section>
              <h2 className="section-title">{t("process.form")}</h2>
              <ProcessForm form={form} fields={shown} onChange={() => setDirty(true)} />
            </section>
          )}
          <section>
            <h2 className="section-title">{t("process.diagram")}</h2>
            <ProcessPicture xml={xml} passed={passed} standing={standing} />
          </section>
        </div>
        <section className="process-history">
          <h2 className="section-title">{t("process.history")}</h2>
          <Timeline history={history} opinions={opinions} />
        </section>
      </div>
      {phone && moves}
    </div>
  );
}

/** What completing a task means: deciding, answering who delegated it, or handing in what came back. */
function agreeText(t: ReturnType<typeof useTexts>, isOwn: boolean, isDelegated: boolean): string {
  if (isDelegated) return t("form.answer");
  return isOwn ? t("form.resubmit") : t("form.agree");
}
