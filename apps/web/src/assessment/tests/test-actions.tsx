import { candidateRoster } from "@jipei/contract/assessment/candidate-roster.calls.ts";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { PurposeExport } from "../../core/files/purpose-export.tsx";
import { can, useIsOf } from "../../core/session/session.ts";
import { useSend } from "../../core/api/use-call.ts";
import { ApproveTest } from "./approve-test.tsx";
import type { WholeTest } from "./test-types.ts";
import { useTexts } from "../texts.ts";

interface Props {
  test: WholeTest;
  /** The moves that only ask for a reason. */
  moves: ReactNode;
  onDone: () => void;
}

/** The moves of an application; the approval asks for date, place and who is not admitted. */
export function TestActions({ test, moves, onDone }: Props) {
  const t = useTexts();
  const [approving, setApproving] = useState(false);
  const { side } = test;
  const print = useSend(side.print);
  const bureau = useIsOf("bureau");
  return (
    <>
      {side.hasRoster && test.confirmType === "Confirm" && bureau && can("test_edit") && (
        <PurposeExport call={candidateRoster} params={{ testApplyId: test.id }} />
      )}
      {test.confirmType === "Confirm" && can(`${side.resource}_edit`) && (
        <Button
          onClick={() => print.mutate({ ids: test.id, print: test.print === "1" ? "0" : "1" }, { onSuccess: onDone })}
        >
          {t(test.print === "1" ? "test.unprinted" : "test.printed")}
        </Button>
      )}
      {moves}
      {test.confirmType === "unConfirm" && can(`${side.resource}_confirm`) && (
        <Button type="primary" onClick={() => setApproving(true)}>
          {t("test.approve")}
        </Button>
      )}
      {approving && <ApproveTest test={test} onClose={() => setApproving(false)} onDone={onDone} />}
    </>
  );
}
