import { Exam } from "@jipei/contract/exams/exam.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useMenuName } from "../../core/page/use-menu-name.ts";
import { Tabs } from "../../core/ui/tabs/tabs.tsx";
import { QuestionBank } from "../question-bank.tsx";
import { ExamList } from "./exam-list.tsx";

/** 模拟考试 of an institution, and the questions of its own that they are drawn from. */
export default function OwnPracticePage() {
  const label = useLabel();
  const menuName = useMenuName();
  const name = label(menuName ?? Exam);
  return (
    <div className="page">
      <PageHeader title={name} />
      <Tabs
        label={name}
        items={[
          { key: "exams", label: name, content: <ExamList embedded /> },
          { key: "questions", label: label(["自建试题", "Own questions"]), content: <QuestionBank /> },
        ]}
      />
    </div>
  );
}
