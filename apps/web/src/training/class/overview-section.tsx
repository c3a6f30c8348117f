import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { EntityView } from "../../core/crud/entity-view.tsx";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { classView } from "./form/class-fields.ts";

/** What was filed about the class. */
export default function OverviewSection({ row }: SectionProps<WholeClass>) {
  return <EntityView entity={TrainingClass} row={row} fields={classView} />;
}
