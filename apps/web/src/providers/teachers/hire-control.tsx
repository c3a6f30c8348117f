import { teacherHireCalls, teacherKind } from "@jipei/contract/providers/teacher-hire.ts";
import { Form, Select } from "antd";
import type { ControlProps } from "../../core/form/field-control.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { useClear } from "../../core/ui/use-clear.tsx";

/** Chooses among the hires of the teacher of the form, current ones first; the kind follows from the hire. */
export function HireControl({ id, value, onChange, disabled }: ControlProps) {
  const label = useLabel();
  const clear = useClear();
  const codeText = useCodeText();
  const form = Form.useFormInstance();
  const teacherId = Form.useWatch<string | null | undefined>("teacherId", form);
  const found = useCall(
    teacherHireCalls.used,
    { teacherId: teacherId ?? "", size: 200 },
    { enabled: Boolean(teacherId) },
  );
  const hires = teacherId ? (found.data?.records ?? []) : [];
  const choose = (hireId: string | undefined) => {
    onChange?.(hireId ?? null);
    const hire = hires.find((row) => String(row.id) === hireId);
    if (hire) form.setFieldValue("teacherKind", hire.teacherKind);
  };
  return (
    <Select
      id={id}
      value={(value as string | null | undefined) ?? undefined}
      onChange={choose}
      disabled={disabled || !teacherId}
      allowClear={clear}
      loading={found.isFetching}
      options={hires.map((row) => ({
        value: String(row.id),
        label: label([
          `${row.startDate} 至 ${row.endDate}（${codeText(teacherKind, row.teacherKind)}）`,
          `${row.startDate} to ${row.endDate} (${codeText(teacherKind, row.teacherKind)})`,
        ]),
      }))}
      placeholder={label(["请先选择教师", "Choose the teacher first"])}
      notFoundContent={label([
        "没有聘用记录，请先在“教师聘用”中登记",
        "No hire on record; please enter one under “Hire” first",
      ])}
      style={{ width: "100%" }}
    />
  );
}
