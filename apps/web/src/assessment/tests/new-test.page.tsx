import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import type { Save } from "@jipei/contract/core/entity.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { Form } from "antd";
import { useSearchParams } from "react-router";
import { CallError } from "../../core/api/call-error.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { EntityForm } from "../../core/form/entity-form.tsx";
import { type FormValues, getSections } from "../../core/form/fields.ts";
import type { Values } from "../../core/form/form-values.ts";
import { useGo } from "../../core/page/link.ts";
import { assessableClasses } from "../sources.ts";
import { NewTest, useChosen } from "./new-test.tsx";
import { institutionTests } from "./test-side.ts";
import { usePartsOfLevel } from "./use-parts-of-level.ts";

const fields = [
  "testKind",
  "classId",
  "testMode",
  "evalOrgName",
  "wishTestDate",
  "testPlace",
  "subjects",
  "attachmentList",
] as const;

/** A new application of an institution. */
export default function NewTestPage() {
  const go = useGo();
  const [params] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const { classId, testKind } = useChosen(form);
  usePartsOfLevel(form, useCall(classCalls.detail, { id: classId ?? "" }, { enabled: Boolean(classId) }).data?.level);
  const save = useSend(testApplicationCalls.submit, { silent: true });
  const create = (values: Save<typeof TestApplication>) =>
    save.mutate({ testApplyDTO: values }, { onSuccess: (saved) => void go(`/my/test/${saved.id}`, { replace: true }) });
  // Another kind of assessment is for other classes.
  const forgetClass = (values: FormValues<typeof TestApplication>) =>
    values.testKind !== testKind && form.setFieldValue("classId", undefined);
  return (
    <NewTest
      side={institutionTests}
      classId={classId}
      testKind={testKind}
      busy={save.isPending}
      onSubmit={() => form.submit()}
    >
      <EntityForm
        form={form}
        entity={TestApplication}
        sections={getSections(fields)}
        refs={{ classId: assessableClasses(testKind) }}
        onChange={forgetClass}
        start={{ classId: params.get("classId"), testKind, testMode: "4" }}
        onSubmit={create}
        refusal={save.error instanceof CallError && <FailureList error={save.error} />}
      />
    </NewTest>
  );
}
