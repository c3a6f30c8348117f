import { testApplicationCalls } from "@jipei/contract/assessment/test-application.calls.ts";
import { Form, Select } from "antd";
import { useCall } from "../../core/api/use-call.ts";
import type { Control } from "../../core/form/field-control.tsx";
import { formatDate } from "../../core/format/dates.ts";
import { useTexts } from "../../core/i18n/core-texts.ts";

/** The approved applications of the class that is chosen in the same form. */
export const ApplicationControl: Control = ({ value, onChange, id, disabled }) => {
  const t = useTexts();
  const classId = Form.useWatch<string | null | undefined>("classId");
  const found = useCall(
    testApplicationCalls.list,
    { classId: classId ?? "", confirmType: "Confirm", current: 1, size: 50 },
    { enabled: Boolean(classId) },
  );
  return (
    <Select
      id={id}
      disabled={disabled || !classId}
      loading={found.isFetching}
      value={(value as string | null) ?? undefined}
      onChange={(next: string) => onChange?.(next)}
      options={(found.data?.records ?? []).map((one) => ({
        value: one.id,
        label: [one.testApplyNo, one.testDate && formatDate(one.testDate)].filter(Boolean).join(" "),
      }))}
      placeholder={t("form.choose")}
      style={{ width: "100%" }}
    />
  );
};
