import { useParams } from "react-router";
import { useSession } from "../../core/session/session.ts";
import { ProcessPage } from "../process/process-page.tsx";
import { LeaveAgain } from "./leave-again.tsx";
import { LeaveFacts } from "./leave-facts.tsx";

/** A leave and how its approval goes; one that came back to its applicant is changed and handed in again. */
export default function LeavePage() {
  const { taskId, processInstanceId = "", businessId = "" } = useParams();
  const { info } = useSession();
  return (
    <ProcessPage
      processInstanceId={processInstanceId}
      taskId={taskId}
      handsInAgain
      business={({ instance, task, may }) =>
        instance.startUser === info?.userId && task && may.some(({ action }) => action === "complete") ? (
          <LeaveAgain businessId={businessId} taskId={task.id} />
        ) : (
          <LeaveFacts businessId={businessId} />
        )
      }
    />
  );
}
