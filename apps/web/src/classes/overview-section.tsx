import { TrainingClass } from "@jipei/contract/classes/training-class.ts";
import { EntityView } from "../core/entity-view.tsx";
import type { SectionProps } from "../core/page-sections.ts";
import { classView } from "./class-fields.ts";

/** What was filed about the class. */
export default function OverviewSection({ row }: SectionProps) {
  return <EntityView entity={TrainingClass} row={row} fields={classView} />;
}
