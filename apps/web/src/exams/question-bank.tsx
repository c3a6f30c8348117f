import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { useState } from "react";
import { useLabel } from "../core/i18n/language.ts";
import { BankTree } from "./bank-tree.tsx";
import { QuestionList } from "./question-list.tsx";
import "./exams.css";

/** A course and its knowledge points, beside them their questions. */
export function QuestionBank() {
  const label = useLabel();
  const [courseId, setCourseId] = useState<string | null>(null);
  const [point, setPoint] = useState<TreeNode | null>(null);
  const choose = (id: string | null) => {
    setCourseId(id);
    setPoint(null);
  };
  return (
    <div className="beside tree">
      <section aria-label={label(["课程与知识点", "Course and knowledge points"])}>
        <BankTree courseId={courseId} onCourse={choose} picked={point} onPick={setPoint} />
      </section>
      <section aria-labelledby="questions-below">
        <QuestionList key={`${courseId} ${point?.id}`} courseId={courseId} point={point} />
      </section>
    </div>
  );
}
