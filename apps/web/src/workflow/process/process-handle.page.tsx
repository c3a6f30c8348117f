import { useParams } from "react-router";
import { ProcessPage } from "./process-page.tsx";

/** A task of any process. */
export default function ProcessHandlePage() {
  const { taskId, processInstanceId = "" } = useParams();
  return <ProcessPage processInstanceId={processInstanceId} taskId={taskId} />;
}
