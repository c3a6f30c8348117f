import { useParams } from "react-router";
import { ProcessPage } from "../process/process-page.tsx";
import { LeaveFacts } from "./leave-facts.tsx";

/** A leave and how its approval goes. */
export default function LeaveDetailPage() {
  const { processInstanceId = "", businessId = "" } = useParams();
  return <ProcessPage processInstanceId={processInstanceId} business={() => <LeaveFacts businessId={businessId} />} />;
}
