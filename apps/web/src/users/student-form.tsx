import { StudentAccount, studentAccountCalls } from "@jipei/contract/enrolment/student-account.ts";
import { Button, Form } from "antd";
import { useDirtyGuard } from "../core/dirty-guard.ts";
import { EntityForm } from "../core/entity-form.tsx";
import { EntityView } from "../core/entity-view.tsx";
import { changedValues, saveInput } from "../core/form-values.ts";
import type { Values } from "../core/form-values.ts";
import { notify } from "../core/notify.ts";
import type { AnyRow } from "../core/ref-select.tsx";
import { Failed, Skeleton } from "../core/states.tsx";
import { useTexts as useCoreTexts } from "../core/texts.ts";
import { useCall, useSend } from "../core/use-call.ts";

/** Proven at the registration; the bureau corrects them. */
const proven = ["name", "isRealName", "idType", "idNumber", "sex", "birthday", "phone", "regTime"] as const;
const own = ["education", "nation", "email"] as const;

/** The account of a student: what was proven is shown, the rest he keeps up to date himself. */
export function StudentForm() {
  const mine = useCall(studentAccountCalls.getStudentAccountByCurrentUser, undefined);
  if (mine.isPending) return <Skeleton rows={5} />;
  if (mine.isError) return <Failed error={mine.error} onRetry={() => void mine.refetch()} />;
  return <Loaded key={String(mine.data.version)} row={mine.data as AnyRow} />;
}

function Loaded({ row }: { row: AnyRow }) {
  const core = useCoreTexts();
  const [form] = Form.useForm<Values>();
  const save = useSend(studentAccountCalls.submit, { silent: true });
  const values = Form.useWatch([], form);
  useDirtyGuard(values !== undefined && Object.keys(changedValues(own, values, row)).length > 0);
  const submit = (changed: Values) =>
    save.mutate(saveInput(StudentAccount, own, changed, row), {
      onSuccess: () => notify("success", core("form.updated")),
    });
  return (
    <div className="own-student">
      <EntityView entity={StudentAccount} row={row} fields={proven} />
      <EntityForm
        form={form}
        entity={StudentAccount}
        sections={[{ fields: own }]}
        row={row}
        error={save.error}
        onSubmit={submit}
      />
      <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
        {core("common.save")}
      </Button>
    </div>
  );
}
