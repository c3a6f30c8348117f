import { enterpriseTestApplicationCalls as calls } from "@jipei/contract/assessment/enterprise-test-application.calls.ts";
import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { enterpriseTestMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { useParams } from "react-router";
import { useCall } from "../../core/api/use-call.ts";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { StatusActions } from "../../core/moves/status-actions.tsx";
import { Unanswered } from "../../core/ui/states.tsx";
import { enterpriseMoves } from "./enterprise-moves.ts";
import { enterpriseTests } from "./test-side.ts";
import { TestView, shownFields } from "./test-view.tsx";

/** One test application of an enterprise, for enterprise, bureau and assessor. */
export default function EnterpriseTestPage() {
  const { id = "" } = useParams();
  const found = useCall(calls.detail, { id });
  const row = found.data;
  if (!row) return <Unanswered queries={[found]} />;
  const reload = () => void found.refetch();
  return (
    <TestView
      test={{ ...row, side: enterpriseTests, unitName: row.entName }}
      reload={reload}
      facts={
        <EntityView
          entity={EnterpriseTestApplication}
          row={row}
          fields={["classNo", "courseName", "level", "testKind", "testMode", "evalOrgCode", ...shownFields]}
        />
      }
      moves={
        <StatusActions
          machine={enterpriseTestMachine}
          entity={EnterpriseTestApplication}
          row={row}
          moves={enterpriseMoves}
          onDone={reload}
        />
      }
    />
  );
}
