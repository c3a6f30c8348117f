import { Leave, leaveCalls as calls } from "@jipei/contract/workflow/leave.ts";
import { processCalls } from "@jipei/contract/workflow/work.calls.ts";
import { Button, Form } from "antd";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { EntityForm } from "../../core/form/entity-form.tsx";
import type { Values } from "../../core/form/form-values.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { Loaded } from "../../core/ui/states.tsx";
import { useTexts } from "../texts.ts";
import { getAsked } from "./leave-values.ts";

const also = [processCalls.detail];

/** A leave that was returned: its applicant changes it and hands it in again. */
export function LeaveAgain({ businessId, taskId }: { businessId: string; taskId: string }) {
  const t = useTexts();
  const label = useLabel();
  const found = useCall(calls.detail, { businessId });
  const [form] = Form.useForm<Values>();
  const again = useSend(calls.resubmit, { silent: true, also });
  return (
    <section>
      <h2 className="section-title">{label(Leave)}</h2>
      <Loaded query={found} rows={3}>
        {(row) => (
          <>
            <EntityForm
              form={form}
              entity={Leave}
              sections={[{ fields: ["startTime", "endTime", "reason"] }]}
              row={row}
              error={again.error}
              refusal={again.error && <FailureList error={again.error} />}
              onSubmit={(values) =>
                again.mutate(
                  { businessId, taskId, ...getAsked(values) },
                  { onSuccess: () => notify("success", t("form.started")) },
                )
              }
            />
            <Button type="primary" loading={again.isPending} onClick={() => form.submit()}>
              {t("form.resubmit")}
            </Button>
          </>
        )}
      </Loaded>
    </section>
  );
}
