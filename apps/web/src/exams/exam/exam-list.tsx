import { examCalls as calls } from "@jipei/contract/exams/exam.calls.ts";
import { examMachine } from "@jipei/contract/exams/exam.machine.ts";
import { Exam, type ExamRow } from "@jipei/contract/exams/exam.ts";
import { Button } from "antd";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import type { FormValues } from "../../core/form/fields.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { moveWith } from "../../core/moves/moves.ts";
import { useGo } from "../../core/page/link.ts";
import { fetchFile, saveAs } from "../../core/files/download.ts";
import { can, getViewer, useSession } from "../../core/session/session.ts";
import { ApplicationControl } from "./application-control.tsx";
import { BankCheck } from "./bank-check.tsx";
import { ExamPapers } from "./exam-papers.tsx";
import { ExamRooms } from "../rooms/exam-rooms.tsx";
import { PointControl } from "./point-control.tsx";
import { confirmedClasses } from "./sources.ts";
import "../exams.css";

const form = [
  {
    title: ["考试", "Exam"],
    fields: [
      "examName",
      "examKind",
      "classId",
      "testApplyId",
      "startTime",
      "endTime",
      "duration",
      "place",
      "identityCheck",
      "maxTimes",
    ],
  },
  {
    title: ["组卷", "Questions"],
    fields: [
      "singleCount",
      "singleScore",
      "multiCount",
      "multiScore",
      "judgeCount",
      "judgeScore",
      "totalScore",
      "passScore",
      "easyRate",
      "mediumRate",
      "hardRate",
      "classificationId",
      "byWeight",
      "isFixed",
      "remark",
    ],
  },
] as const;
/** A paper as the worked examples of the rules have it: 60 + 20 + 20 points. */
const usual = {
  singleCount: 60,
  singleScore: "1.0",
  multiCount: 10,
  multiScore: "2.0",
  judgeCount: 20,
  judgeScore: "1.0",
  totalScore: "100.00",
  passScore: "60.00",
  duration: 90,
  easyRate: 30,
  mediumRate: 50,
  hardRate: 20,
  byWeight: "0",
  isFixed: "0",
  maxTimes: 1,
} as const;
const isFormal = ({ examKind }: FormValues<typeof Exam>): boolean => examKind === "1" || examKind === "2";
const isPractice = ({ examKind }: FormValues<typeof Exam>): boolean => examKind === "3";

/** 考试管理 of the bureau, 模拟考试 of an institution, and the exams that an assessor is assigned to. @param embedded inside another page */
export function ExamList({ embedded = false }: { embedded?: boolean }) {
  const label = useLabel();
  const go = useGo();
  const isInstitution = getViewer(useSession()).audience === "institution";
  const links = (row: ExamRow): RowAction[] => [
    ...((["1", "2", "3"].includes(row.status ?? "") && can("exam_paper_invigilate")) ||
    // A paper may still be void when the exam is graded.
    (row.status === "4" && can("exam_paper_void"))
      ? [{ key: "room", label: label(calls.room), run: () => void go(`/exam/room/${row.id}`) }]
      : []),
    ...(row.status !== "0" && row.status !== "9" && can("exam_print")
      ? [
          {
            key: "print",
            label: label(calls.print),
            run: () => void fetchFile(calls.print, { examId: row.id }).then(saveAs),
          },
        ]
      : []),
    ...(["3", "4"].includes(row.status ?? "") && can(["exam_paper_grade", "exam_edit"])
      ? [{ key: "analysis", label: label(["分析", "Analysis"]), run: () => void go(`/exam/analysis/${row.id}`) }]
      : []),
  ];
  return (
    <CrudPage
      embedded={embedded}
      entity={Exam}
      calls={calls}
      resource="exam"
      columns={[
        { field: "examName", width: 220 },
        "examKind",
        "status",
        { field: "startTime", width: 150 },
        "duration",
        { field: "className", width: 180 },
        { field: "courseName", width: 160 },
        ...(isInstitution ? [] : [{ field: "orgName", width: 180 } as const]),
        "examNo",
      ]}
      search={["examName", "className", "courseName", "examKind", "status", "startTime"]}
      card={["examName", "status", "startTime", "className"]}
      form={form}
      formHead={<BankCheck />}
      refs={{ classId: confirmedClasses }}
      controls={{ testApplyId: ApplicationControl, classificationId: PointControl }}
      when={{ testApplyId: isFormal, maxTimes: isPractice }}
      needed={() => ["testApplyId"]}
      locked={isInstitution ? ["examKind"] : []}
      initial={{ ...usual, examKind: isInstitution ? "3" : "1" }}
      machine={examMachine}
      moves={{
        publish: { ...moveWith(calls.submit, { status: "1" }), hidden: true },
        grade: { ...moveWith(calls.submit, { status: "4" }), hidden: true },
        void: { ...moveWith(calls.submit, { status: "9" }), hidden: true },
      }}
      frozen={(row: ExamRow) =>
        row.status === "0" ? null : ["已发布的考试不能修改", "A published exam is not changed"]
      }
      rowActions={links}
      actions={() =>
        can(["exam_paper_grade", "exam_edit"]) && (
          <Button onClick={() => void go("/exam/results")}>{label(["成绩汇总", "Results"])}</Button>
        )
      }
      below={(row: ExamRow) => (
        <>
          <ExamRooms exam={row} />
          {row.status !== "0" && <ExamPapers examId={row.id} />}
        </>
      )}
    />
  );
}
