import { organisationPlanCalls } from "@jipei/contract/training/organisation-plan.ts";
import { teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { Form } from "antd";
import { invoke } from "../../../core/api/call-client.ts";
import { type Control, type ControlProps, FieldControl } from "../../../core/form/field-control.tsx";
import type { RefSource } from "../../../core/form/ref-source.ts";
import { classRefs } from "../../sources.ts";
import { hoursAfter } from "./class-hours.ts";
import { type Offer, useOffers } from "./course-control.tsx";
import { type FilledForm, fillForm } from "./fill-form.ts";

/** A reference that fills other fields of the form once it is chosen; what fails leaves them to the user. */
const filling = (source: RefSource, useFill: () => (form: FilledForm, id: string) => Promise<void>): Control =>
  function Filling(props: ControlProps) {
    const form = Form.useFormInstance();
    const fill = useFill();
    const change = (next: unknown) => {
      props.onChange?.(next);
      if (typeof next === "string") void fill(form, next).catch(() => undefined);
    };
    return <FieldControl {...props} source={source} onChange={change} />;
  };

/** The plan of a class names its course, and with it the hours. */
export const ClassPlan = filling(classRefs.orgPlanId, () => {
  const { offers } = useOffers();
  return (form, id) =>
    fillForm(
      form,
      "orgPlanId",
      "orgCourseId",
      () => invoke(organisationPlanCalls.detail, { id }, { silent: true }),
      ({ courseId }) => {
        const offer = offers.find((one: Offer) => one.courseId === courseId);
        if (!offer) return {};
        const before = offers.find((one: Offer) => one.id === form.getFieldValue("orgCourseId"));
        return {
          orgCourseId: offer.id,
          totalHours: hoursAfter(form.getFieldValue("totalHours") as string | null, before, offer),
        };
      },
    );
});

/** The head teacher of a class has a phone already. */
export const ClassHeadTeacher = filling(
  classRefs.headTeacherId,
  () => (form, id) =>
    fillForm(
      form,
      "headTeacherId",
      "headTeacherPhone",
      () => invoke(teacherCalls.detail, { id }, { silent: true }),
      ({ phone }) => (phone && !phone.includes("*") ? { headTeacherPhone: phone } : {}),
    ),
);
