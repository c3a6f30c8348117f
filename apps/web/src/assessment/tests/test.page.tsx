import { testApplicationCalls as calls } from "@jipei/contract/assessment/test-application.calls.ts";
import { testApplicationMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { StatusActions } from "../../core/moves/status-actions.tsx";
import { Unanswered } from "../../core/ui/states.tsx";
import { institutionTests } from "./test-side.ts";
import { TestView, shownFields } from "./test-view.tsx";

/** One test application of an institution, for institution, bureau and assessor. */
export default function TestPage() {
  const { id = "" } = useParams();
  const found = useCall(calls.detail, { id });
  const row = found.data;
  if (!row) return <Unanswered queries={[found]} />;
  const reload = () => void found.refetch();
  return (
    <TestView
      test={{ ...row, side: institutionTests, unitName: row.orgName }}
      reload={reload}
      facts={
        <EntityView
          entity={TestApplication}
          row={row}
          fields={["classNo", "courseName", "level", "testKind", "testMode", ...shownFields]}
        />
      }
      moves={
        <StatusActions
          machine={testApplicationMachine}
          entity={TestApplication}
          row={row}
          moves={{
            commit: { call: calls.confirm, with: { confirmType: "unConfirm" } },
            back: { call: calls.confirmSubmit, with: { confirmType: "back" } },
            invalidate: { call: calls.confirmSubmit, with: { confirmType: "Invalidate" } },
            revoke: { call: calls.confirmSubmit, with: { confirmType: "Invalidate" } },
          }}
          onDone={reload}
        />
      }
    />
  );
}
