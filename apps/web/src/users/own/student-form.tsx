import {
  StudentAccount,
  type StudentAccountRow,
  studentAccountCalls,
} from "@jipei/contract/training/student-account.ts";
import { Button, Form } from "antd";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { EntityForm } from "../../core/form/entity-form.tsx";
import { EntityView } from "../../core/crud/entity-view.tsx";
import type { FormValues } from "../../core/form/fields.ts";
import { changedValues, saveInput } from "../../core/form/form-values.ts";
import type { Values } from "../../core/form/form-values.ts";
import { notify } from "../../core/ui/notify.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";

/** Proven at the registration; the bureau corrects them. */
const proven = ["name", "isRealName", "idType", "idNumber", "sex", "birthday", "phone", "regTime"] as const;
const own = ["education", "nation", "email"] as const;

/** The account of a student: what was proven is shown, the rest they keep up to date themselves. */
export function StudentForm() {
  const mine = useCall(studentAccountCalls.getStudentAccountByCurrentUser, undefined);
  if (mine.isError || !mine.data) return <Unanswered queries={[mine]} rows={5} />;
  return <AccountForm key={String(mine.data.version)} row={mine.data} />;
}

function AccountForm({ row }: { row: StudentAccountRow }) {
  const core = useCoreTexts();
  const [form] = Form.useForm<Values>();
  const save = useSend(studentAccountCalls.submit, { silent: true });
  const values = Form.useWatch([], form);
  useDirtyGuard(values !== undefined && Object.keys(changedValues(own, values, row)).length > 0);
  const submit = (changed: FormValues<typeof StudentAccount>) =>
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
