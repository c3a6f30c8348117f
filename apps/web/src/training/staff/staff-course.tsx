import { Course } from "@jipei/contract/catalogue/course.ts";
import { enterpriseCourseCalls as calls } from "@jipei/contract/catalogue/enterprise-course.ts";
import type { TrainKind } from "@jipei/contract/core/fields/codes.ts";
import { Form } from "antd";
import { useCall } from "../../core/api/use-call.ts";
import type { Control } from "../../core/form/field-control.tsx";
import { RefSelect } from "../../core/form/ref-select.tsx";
import { refSource } from "../../core/form/ref-source.ts";
import { formatMoney } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";

const coursesOf = (trainKind: TrainKind | null | undefined) =>
  refSource({
    entity: Course,
    list: calls.list,
    detail: calls.detail,
    note: "occupationName",
    ...(trainKind && { params: { trainKind } }),
  });

/** The course of a class, of its kind of training, and what the enterprise gets for each person: known before anybody is trained. */
export const StaffCourse: Control = ({ value, onChange, id, disabled }) => {
  const courseId = typeof value === "string" ? value : null;
  const trainKind = Form.useWatch<TrainKind | null | undefined>("trainKind");
  return (
    <>
      <RefSelect
        id={id}
        source={coursesOf(trainKind)}
        value={courseId}
        onChange={(next) => onChange?.(next)}
        disabled={disabled}
      />
      {courseId && <Standard courseId={courseId} />}
    </>
  );
};

function Standard({ courseId }: { courseId: string }) {
  const label = useLabel();
  const found = useCall(calls.detail, { id: courseId });
  if (!found.data) return null;
  const amount = found.data.standardAmount;
  if (amount === undefined || amount === null)
    return (
      <p className="form-note bad-text">
        {label([
          "该课程没有付给企业的补贴标准：可以培训，但不能申领补贴。",
          "There is no subsidy standard for enterprises: the course can be taught, and not be claimed for.",
        ])}
      </p>
    );
  const money = formatMoney(amount);
  return <p className="form-note">{label([`补贴标准 ${money} 元/人`, `Subsidy standard: ${money} yuan a person`])}</p>;
}
