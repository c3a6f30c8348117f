import { organisationCourseCalls } from "@jipei/contract/providers/organisation-course.ts";
import { level } from "@jipei/contract/core/fields/codes.ts";
import { Select } from "antd";
import type { Control } from "../../../core/form/field-control.tsx";
import { useLabel } from "../../../core/i18n/language.ts";
import { useTexts } from "../../../core/i18n/core-texts.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { useClear } from "../../../core/ui/use-clear.tsx";

export interface Offer {
  id: string;
  courseId: string;
  courseName: string;
  level: keyof typeof level.codes;
  /** Hours the institution teaches it in, and the least allowed. */
  courseHours: string;
  minHours: string;
}

/** The courses the institution is approved to teach. */
export function useOffers(): { offers: readonly Offer[]; isPending: boolean } {
  const found = useCall(organisationCourseCalls.usedByOrg, {
    current: 1,
    size: 200,
    confirmStatus: "Confirm",
    isValid: "isValid",
  });
  return { offers: (found.data as { records: Offer[] } | undefined)?.records ?? [], isPending: found.isPending };
}

/** Chooses among them, distinguished by their level. @param getValue what the field refers to */
const courseControl = (getValue: (offer: Offer) => string): Control =>
  function CourseControl({ value, onChange, id, disabled }) {
    const t = useTexts();
    const clear = useClear();
    const label = useLabel();
    const { offers, isPending } = useOffers();
    return (
      <Select
        id={id}
        disabled={disabled}
        loading={isPending}
        value={(value as string | null) ?? undefined}
        onChange={(next: string) => onChange?.(next ?? null)}
        options={offers.map((offer) => ({
          value: getValue(offer),
          label: t("common.noted", { name: offer.courseName, note: label(level.codes[offer.level]) }),
        }))}
        showSearch={{ optionFilterProp: "label" }}
        allowClear={clear}
        placeholder={t("form.choose")}
        style={{ width: "100%" }}
      />
    );
  };

/** Refers to the catalogue course. */
export const CatalogueCourse = courseControl((offer) => offer.courseId);
/** Refers to what the institution offers of it. */
export const OfferedCourse = courseControl((offer) => offer.id);
