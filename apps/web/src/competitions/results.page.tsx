import { ResultList } from "./result-list.tsx";

/** 竞赛成绩, for the bureau. */
export default function ResultsPage() {
  return <ResultList />;
}
