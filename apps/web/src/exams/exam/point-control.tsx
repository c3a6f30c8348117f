import { questionClassificationCalls } from "@jipei/contract/exams/question-classification.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { Form } from "antd";
import { useCall } from "../../core/api/use-call.ts";
import type { Control } from "../../core/form/field-control.tsx";
import { TreeControl } from "../../core/tree/tree-control.tsx";
import { toPlace } from "../classification-control.tsx";

/** The knowledge points of the course that the chosen class learns. */
export const PointControl: Control = (props) => {
  const classId = Form.useWatch<string | null | undefined>("classId");
  const courseId = useCall(classCalls.detail, { id: classId ?? "" }, { enabled: Boolean(classId) }).data?.courseId;
  const tree = useCall(questionClassificationCalls.tree, { courseId: courseId ?? "" }, { enabled: Boolean(courseId) });
  return <TreeControl {...props} disabled={props.disabled || !courseId} places={(tree.data ?? []).map(toPlace)} />;
};
