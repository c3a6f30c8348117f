import { useParams } from "react-router";
import { ProcessPage } from "./process-page.tsx";

/** Any process, as it stands. */
export default function ProcessDetailPage() {
  const { processInstanceId = "" } = useParams();
  return <ProcessPage processInstanceId={processInstanceId} />;
}
