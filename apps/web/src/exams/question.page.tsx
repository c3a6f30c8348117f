import { Question } from "@jipei/contract/exams/question.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { useMenuName } from "../core/page/use-menu-name.ts";
import { QuestionBank } from "./question-bank.tsx";

/** 题库 of the bureau and its assessors. */
export default function QuestionPage() {
  const label = useLabel();
  const menuName = useMenuName();
  return (
    <>
      <PageHeader title={label(menuName ?? Question)} />
      <QuestionBank />
    </>
  );
}
