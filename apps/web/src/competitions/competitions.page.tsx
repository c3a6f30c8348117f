import { CompetitionList } from "./competition-list.tsx";

/** 竞赛通知, for the bureau. */
export default function CompetitionsPage() {
  return <CompetitionList />;
}
