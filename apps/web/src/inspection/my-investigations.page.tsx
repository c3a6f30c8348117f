import { InvestigationList } from "./investigation-list.tsx";

/** 企业调查 of an enterprise. */
export default function MyInvestigationsPage() {
  return <InvestigationList own />;
}
