import { questionClassificationCalls } from "@jipei/contract/exams/question-classification.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { Form } from "antd";
import { useCall } from "../core/api/use-call.ts";
import type { Control } from "../core/form/field-control.tsx";
import { type Place, TreeControl } from "../core/tree/tree-control.tsx";

export const toPlace = ({ id, title, children }: TreeNode): Place => ({
  value: id,
  title,
  ...(children && { children: children.map(toPlace) }),
});

/** The knowledge points of the course that is chosen in the same form, as a tree. */
export const ClassificationControl: Control = (props) => {
  const courseId = Form.useWatch<string | null | undefined>("courseId");
  const tree = useCall(questionClassificationCalls.tree, { courseId: courseId ?? "" }, { enabled: Boolean(courseId) });
  return <TreeControl {...props} disabled={props.disabled || !courseId} places={(tree.data ?? []).map(toPlace)} />;
};
