import { testApplicationCalls, testEligible } from "@jipei/contract/assessment/test-application.calls.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import type { Save } from "@jipei/contract/core/entity.ts";
import { isCodeInList } from "@jipei/contract/core/fields/field.ts";
import { testKind as kinds } from "@jipei/contract/core/fields/codes.ts";
import { Alert, Button, Form } from "antd";
import { useSearchParams } from "react-router";
import { useGo } from "../../core/page/link.ts";
import { CallError } from "../../core/api/call-error.ts";
import { EntityForm } from "../../core/form/entity-form.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { type FormValues, getSections } from "../../core/form/fields.ts";
import type { Values } from "../../core/form/form-values.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { assessableClasses } from "../sources.ts";
import { useTexts } from "../texts.ts";
import "../assessment.css";

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

type Draft = FormValues<typeof TestApplication>;

/** A new application: includes everybody who may be assessed, and names the others with the reason. */
export default function NewTestPage() {
  const t = useTexts();
  const go = useGo();
  const [params] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const classId = Form.useWatch("classId", form) as string | undefined;
  const chosen = (Form.useWatch("testKind", form) as string | undefined) ?? params.get("testKind") ?? "1";
  const testKind = isCodeInList(kinds, chosen) ? chosen : "1";
  const people = useCall(testEligible, { classId: classId ?? "", testKind }, { enabled: Boolean(classId) });
  const save = useSend(testApplicationCalls.submit, { silent: true });
  const unable = (people.data ?? []).filter((one) => one.eligible === 0);
  const able = (people.data?.length ?? 0) - unable.length;
  const nobody = people.data !== undefined && able === 0;
  const create = (values: Save<typeof TestApplication>) =>
    save.mutate({ testApplyDTO: values }, { onSuccess: (saved) => void go(`/my/test/${saved.id}`, { replace: true }) });
  // Another kind of assessment is for other classes.
  const forgetClass = (values: Draft) => values.testKind !== testKind && form.setFieldValue("classId", undefined);
  return (
    <div className="page">
      <PageHeader
        title={t("test.add")}
        actions={
          <Button
            type="primary"
            loading={save.isPending}
            disabled={nobody}
            title={nobody ? t("test.nobody") : undefined}
            onClick={() => form.submit()}
          >
            {t("test.add")}
          </Button>
        }
      />
      <EntityForm
        form={form}
        entity={TestApplication}
        sections={getSections(fields)}
        refs={{ classId: assessableClasses(testKind) }}
        onChange={forgetClass}
        start={{ classId: params.get("classId"), testKind, testMode: "4", subjects: ["1", "2"] }}
        onSubmit={create}
        refusal={save.error instanceof CallError && <FailureList error={save.error} />}
      />
      {people.data && (
        <Alert
          type={nobody ? "warning" : "info"}
          showIcon
          title={nobody ? t("test.nobody") : t("test.able", { n: able })}
        />
      )}
      {unable.length > 0 && <Unable people={unable} />}
    </div>
  );
}

type Person = NonNullable<(typeof testEligible)["output"]["$value"]>[number];

/** Who cannot be assessed, and why. */
function Unable({ people }: { people: readonly Person[] }) {
  const t = useTexts();
  const label = useLabel();
  return (
    <section aria-labelledby="unable">
      <h2 id="unable" className="section-title">
        {t("test.unable", { n: people.length })}
      </h2>
      <ul className="exam-people">
        {people.map((one) => (
          <li key={one.studentId}>
            <strong>{one.name}</strong> <span className="unit">{one.studentNo}</span>{" "}
            {label({ zh: one.message ?? "", en: one.messageEn ?? "" })}
          </li>
        ))}
      </ul>
    </section>
  );
}
