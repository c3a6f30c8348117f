import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { refSource } from "../../core/form/ref-source.ts";

/** Confirmed classes, whose theory exams are held. */
export const confirmedClasses = refSource({
  entity: TrainingClass,
  list: classCalls.list,
  detail: classCalls.detail,
  params: { status: "Confirm" },
  note: "classNo",
});
