import { useParams } from "react-router";
import { ProcessPage } from "./process-page.tsx";

/** Any process: a task of it, or the process as it stands. */
export default function AnyProcessPage() {
  const { taskId, processInstanceId = "" } = useParams();
  return <ProcessPage processInstanceId={processInstanceId} taskId={taskId} />;
}
