import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { questionClassificationCalls } from "@jipei/contract/exams/question-classification.ts";
import { useCall } from "../core/api/use-call.ts";
import { RefSelect } from "../core/form/ref-select.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { PickTree } from "../core/tree/pick-tree.tsx";
import { BankCounts } from "./bank-counts.tsx";
import { courses } from "./sources.ts";

const words = {
  tree: ["知识点", "Knowledge points"],
  find: ["查找知识点", "Find a knowledge point"],
  all: ["全部知识点", "All knowledge points"],
} as const;

interface Props {
  courseId: string | null;
  onCourse: (id: string | null) => void;
  picked: TreeNode | null;
  onPick: (point: TreeNode | null) => void;
}

/** A course, its knowledge points, and how many questions it has. */
export function BankTree({ courseId, onCourse, picked, onPick }: Props) {
  const label = useLabel();
  const tree = useCall(questionClassificationCalls.tree, { courseId: courseId ?? "" }, { enabled: courseId !== null });
  return (
    <>
      <div className="bank-course">
        <RefSelect
          id="bank-course"
          aria-label={label(["课程", "Course"])}
          placeholder={label(["选择课程", "Choose a course"])}
          source={courses}
          value={courseId}
          onChange={(id) => onCourse(typeof id === "string" ? id : null)}
        />
      </div>
      {courseId !== null && (
        <>
          <PickTree tree={tree} words={words} opened picked={picked} onPick={onPick} />
          <BankCounts courseId={courseId} classificationId={picked?.id ?? null} />
        </>
      )}
    </>
  );
}
