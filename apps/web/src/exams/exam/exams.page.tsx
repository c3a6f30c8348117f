import { ExamList } from "./exam-list.tsx";

/** 考试管理, and 监考与阅卷 of an assessor. */
export default function ExamsPage() {
  return <ExamList />;
}
