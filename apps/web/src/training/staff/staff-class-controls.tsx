import { organisationCourseCalls } from "@jipei/contract/providers/organisation-course.ts";
import { trainKind } from "@jipei/contract/core/fields/codes.ts";
import { staffTrainKinds } from "@jipei/contract/training/enterprise-class.ts";
import { Form, Select } from "antd";
import { useCall } from "../../core/api/use-call.ts";
import type { Control } from "../../core/form/field-control.tsx";
import { useTexts } from "../../core/i18n/core-texts.ts";
import { useLabel } from "../../core/i18n/language.ts";

/** The kinds of training that an enterprise may give its staff. */
export const StaffKind: Control = ({ value, onChange, id, disabled }) => {
  const t = useTexts();
  const label = useLabel();
  return (
    <Select
      id={id}
      disabled={disabled}
      value={(value as string | null) ?? undefined}
      onChange={(next: string) => onChange?.(next)}
      options={staffTrainKinds.map((kind) => ({ value: kind, label: label(trainKind.codes[kind]) }))}
      placeholder={t("form.choose")}
      style={{ width: "100%" }}
    />
  );
};

/** The institutions that are approved to teach the course of the class; none: the enterprise trains itself. */
export const Trainer: Control = ({ value, onChange, id, disabled }) => {
  const label = useLabel();
  const courseId = Form.useWatch<string | null | undefined>("courseId");
  const found = useCall(
    organisationCourseCalls.list,
    { current: 1, size: 200, courseId: courseId ?? "" },
    { enabled: Boolean(courseId) },
  );
  return (
    <Select
      id={id}
      disabled={disabled}
      loading={found.isFetching}
      value={(value as string | null) ?? undefined}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      options={(found.data?.records ?? []).map(({ orgId, orgName }) => ({ value: orgId, label: orgName }))}
      showSearch={{ optionFilterProp: "label" }}
      allowClear
      placeholder={label(["企业自行培训", "The enterprise itself"])}
      style={{ width: "100%" }}
    />
  );
};
