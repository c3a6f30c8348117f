import type { TreeNode } from "@jipei/contract/core/tree.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { Question, type QuestionRow, questionCalls as calls } from "@jipei/contract/exams/question.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { ExportButton } from "../core/files/export-button.tsx";
import type { FormValues } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { AnswerControl } from "./answer-control.tsx";
import { ClassificationControl } from "./classification-control.tsx";
import { Discrimination } from "./discrimination.tsx";
import { FormulaText } from "./formula/formula-text.tsx";
import { ImportedQuestion } from "./imported-question.tsx";
import { QuestionPreview } from "./question-preview.tsx";
import { SimilarHint } from "./similar-hint.tsx";
import { StemControl } from "./stem-control.tsx";
import { courses } from "./sources.ts";

const isChoice = ({ questionType }: FormValues<typeof Question>): boolean => questionType !== "3";
const form = [
  { title: ["归类", "Place"], fields: ["courseId", "classificationId", "questionType", "difficulty"] },
  {
    title: ["试题", "Question"],
    fields: ["stem", "optionA", "optionB", "optionC", "optionD", "optionE", "optionF", "answer", "analysis", "attId"],
  },
  { title: ["使用", "Use"], fields: ["score", "isValid", "remark"] },
] as const;

/** The plain layout in which teachers write questions. */
const wordFiles = {
  types: ["docx"],
  hint: [
    "支持 .xlsx、.csv 与 Word（.docx）：开头写“课程：”“知识点：”，每题以题号开头，选项 A. 至 F.，再写“答案：”“解析：”；题干或选项中可有一张图片（png、jpg）和公式；全部正确之前不会写入",
    "Workbooks (.xlsx, .csv) and Word (.docx): “课程：” and “知识点：” first, each question begins with its number, options A. to F., then “答案：” and “解析：”; with one picture (png, jpg) and formulas in question or options; nothing is imported until every row is correct",
  ],
} as const;

interface Props {
  courseId: string | null;
  point: TreeNode | null;
}

/** The questions of a course, of a knowledge point with those below it, or all. */
export function QuestionList({ courseId, point }: Props) {
  const label = useLabel();
  return (
    <CrudPage
      embedded
      heading={
        <h2 id="questions-below" className="section-title">
          {point?.title ?? label(courseId ? ["本课程试题", "Questions of the course"] : ["全部试题", "All questions"])}
        </h2>
      }
      entity={Question}
      calls={calls}
      resource="question"
      columns={[
        { field: "stem", width: 320, render: ({ stem }: QuestionRow) => <FormulaText text={stem} /> },
        "questionType",
        "difficulty",
        { field: "classificationName", width: 140 },
        ...(courseId ? [] : [{ field: "courseName", width: 160 } as const]),
        "answer",
        "isValid",
        { field: "useCount", width: 100 },
        { field: "rightRate", width: 100 },
        {
          field: "discrimination",
          width: 150,
          render: (row: QuestionRow) => <Discrimination value={row.discrimination} />,
        },
      ]}
      search={["stem", "questionType", "difficulty", "isValid"]}
      card={["stem", "questionType", "difficulty"]}
      form={form}
      view={[
        { title: ["归类", "Place"], fields: ["courseName", "classificationName", "questionType", "difficulty"] },
        {
          title: ["使用", "Use"],
          fields: ["score", "isValid", "useCount", "rightRate", "discrimination", "edition", "attId", "remark"],
        },
      ]}
      refs={{ courseId: courses }}
      controls={{ stem: StemControl, classificationId: ClassificationControl, answer: AnswerControl }}
      actions={({ params }) => (
        <>
          <ExportButton call={calls.exportWord} params={params} text={label(["导出Word", "Export to Word"])} />
          <ExportButton call={calls.exportQti} params={params} text={label(["导出QTI", "Export as QTI"])} />
        </>
      )}
      importOthers={wordFiles}
      importPreview={ImportedQuestion}
      when={{
        optionA: isChoice,
        optionB: isChoice,
        optionC: isChoice,
        optionD: isChoice,
        optionE: isChoice,
        optionF: isChoice,
      }}
      formHead={(row) => <SimilarHint questionId={row?.id ?? null} />}
      fixed={{ ...(courseId && { courseId }), ...(point && { belowId: point.id }) }}
      initial={{
        ...(courseId && { courseId }),
        ...(point && { classificationId: point.id }),
        questionType: "1",
        difficulty: "2",
        isValid: "isValid",
      }}
      below={(row: QuestionRow & Partial<OutputOf<typeof calls.detail>>) => <QuestionPreview question={row} />}
    />
  );
}
