import { enterpriseTestApplicationCalls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import type { Save } from "@jipei/contract/core/entity.ts";
import { enterpriseClassCalls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { Form } from "antd";
import { useSearchParams } from "react-router";
import { CallError } from "../../core/api/call-error.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { EntityForm } from "../../core/form/entity-form.tsx";
import { type FormValues, getSections } from "../../core/form/fields.ts";
import type { Values } from "../../core/form/form-values.ts";
import { useGo } from "../../core/page/link.ts";
import { assessableStaffClasses } from "../sources.ts";
import { NewTest, useChosen } from "./new-test.tsx";
import { enterpriseTests } from "./test-side.ts";
import { usePartsOfLevel } from "./use-parts-of-level.ts";

const fields = [
  "testKind",
  "classId",
  "testMode",
  "evalOrgCode",
  "evalOrgName",
  "wishTestDate",
  "testPlace",
  "subjects",
  "attachmentList",
] as const;

/** A new application of an enterprise for its own class. */
export default function NewEnterpriseTestPage() {
  const go = useGo();
  const [params] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const { classId, testKind } = useChosen(form);
  usePartsOfLevel(
    form,
    useCall(enterpriseClassCalls.detail, { id: classId ?? "" }, { enabled: Boolean(classId) }).data?.level,
  );
  const save = useSend(enterpriseTestApplicationCalls.submit, { silent: true });
  const create = (values: Save<typeof EnterpriseTestApplication>) =>
    save.mutate(
      { enterpriseTestApplyDTO: values },
      { onSuccess: (saved) => void go(`/ent/test/${saved.id}`, { replace: true }) },
    );
  // Another kind of assessment is for other classes.
  const forgetClass = (values: FormValues<typeof EnterpriseTestApplication>) =>
    values.testKind !== testKind && form.setFieldValue("classId", undefined);
  return (
    <NewTest
      side={enterpriseTests}
      classId={classId}
      testKind={testKind}
      busy={save.isPending}
      onSubmit={() => form.submit()}
    >
      <EntityForm
        form={form}
        entity={EnterpriseTestApplication}
        sections={getSections(fields)}
        refs={{ classId: assessableStaffClasses(testKind) }}
        onChange={forgetClass}
        start={{ classId: params.get("classId"), testKind, testMode: "4" }}
        onSubmit={create}
        refusal={save.error instanceof CallError && <FailureList error={save.error} />}
      />
    </NewTest>
  );
}
