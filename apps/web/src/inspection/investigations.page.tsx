import { InvestigationList } from "./investigation-list.tsx";

/** 企业调查 of all enterprises, for the bureau. */
export default function InvestigationsPage() {
  return <InvestigationList />;
}
