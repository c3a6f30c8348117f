import { Form } from "antd";
import type { ControlProps } from "../../../core/form/field-control.tsx";
import { FieldControl } from "../../../core/form/field-control.tsx";
import { OfferedCourse, useOffers } from "./course-control.tsx";
import { hoursAfter } from "./class-hours.ts";
import { useTexts } from "../../texts.ts";

/** The course of a class; choosing it fills in its hours. */
export function ClassCourse(props: ControlProps) {
  const form = Form.useFormInstance();
  const { offers } = useOffers();
  const findOffer = (id: unknown) => offers.find((offer) => offer.id === id);
  const change = (next: unknown) => {
    form.setFieldValue(
      "totalHours",
      hoursAfter(form.getFieldValue("totalHours") as string | null, findOffer(props.value), findOffer(next)),
    );
    props.onChange?.(next);
  };
  return <OfferedCourse {...props} onChange={change} />;
}

/** The hours of a class, and how few they may be for its course. */
export function ClassHours(props: ControlProps) {
  const t = useTexts();
  const orgCourseId = Form.useWatch("orgCourseId", Form.useFormInstance()) as string | undefined;
  const { offers } = useOffers();
  const offer = offers.find(({ id }) => id === orgCourseId);
  const short = offer && props.value != null && props.value !== "" && Number(props.value) < Number(offer.minHours);
  return (
    <>
      <FieldControl {...props} />
      {offer && (
        <p className={short ? "field-issue" : "unit field-hint"}>
          {t("page.leastHours", { n: Number(offer.minHours) })}
        </p>
      )}
    </>
  );
}
