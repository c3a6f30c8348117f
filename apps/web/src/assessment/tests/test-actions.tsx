import { candidateRoster } from "@jipei/contract/assessment/candidate-roster.calls.ts";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { PurposeExport } from "../../core/files/purpose-export.tsx";
import { NextCase } from "../../core/queue/next-case.tsx";
import { useKeys } from "../../core/queue/use-keys.ts";
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
  const mayDecide = can(`${side.resource}_confirm`);
  const isWaiting = test.confirmType === "unConfirm";
  useKeys({ p: isWaiting && mayDecide ? () => setApproving(true) : undefined });
  return (
    <>
      <NextCase
        cases={side.useWaiting(mayDecide)}
        id={test.id}
        waits={isWaiting}
        nameOf={({ className }) => className}
        open={(id) => `${side.page}/${id}`}
      />
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
      {isWaiting && mayDecide && (
        <Button type="primary" title="P" onClick={() => setApproving(true)}>
          {t("test.approve")}
        </Button>
      )}
      {approving && <ApproveTest test={test} onClose={() => setApproving(false)} onDone={onDone} />}
    </>
  );
}
