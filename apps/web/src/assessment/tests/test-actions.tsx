import { candidateRoster } from "@jipei/contract/assessment/candidate-roster.calls.ts";
import { testApplicationCalls as calls } from "@jipei/contract/assessment/test-application.calls.ts";
import { testApplicationMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { Button } from "antd";
import { useState } from "react";
import { PurposeExport } from "../../core/files/purpose-export.tsx";
import { getAudience, can, useSession } from "../../core/session/session.ts";
import { StatusActions } from "../../core/moves/status-actions.tsx";
import { useSend } from "../../core/api/use-call.ts";
import { ApproveTest } from "./approve-test.tsx";
import type { WholeTest } from "./test-types.ts";
import { useTexts } from "../texts.ts";

/** The moves of an application; the approval asks for date, place and who is not admitted. */
export function TestActions({ test, onDone }: { test: WholeTest; onDone: () => void }) {
  const t = useTexts();
  const [approving, setApproving] = useState(false);
  const print = useSend(calls.printSwitching);
  const { info } = useSession();
  const bureau = info !== null && getAudience(info) === "bureau";
  return (
    <>
      {test.confirmType === "Confirm" && bureau && can("test_edit") && (
        <PurposeExport call={candidateRoster} params={{ testApplyId: test.id }} />
      )}
      {test.confirmType === "Confirm" && can("test_apply_edit") && (
        <Button
          onClick={() => print.mutate({ ids: test.id, print: test.print === "1" ? "0" : "1" }, { onSuccess: onDone })}
        >
          {t(test.print === "1" ? "test.unprinted" : "test.printed")}
        </Button>
      )}
      <StatusActions
        machine={testApplicationMachine}
        entity={TestApplication}
        row={test}
        moves={{
          commit: { call: calls.confirm, with: { confirmType: "unConfirm" } },
          back: { call: calls.confirmSubmit, with: { confirmType: "back" } },
          invalidate: { call: calls.confirmSubmit, with: { confirmType: "Invalidate" } },
          revoke: { call: calls.confirmSubmit, with: { confirmType: "Invalidate" } },
        }}
        onDone={onDone}
      />
      {test.confirmType === "unConfirm" && can("test_apply_confirm") && (
        <Button type="primary" onClick={() => setApproving(true)}>
          {t("test.approve")}
        </Button>
      )}
      {approving && <ApproveTest test={test} onClose={() => setApproving(false)} onDone={onDone} />}
    </>
  );
}
