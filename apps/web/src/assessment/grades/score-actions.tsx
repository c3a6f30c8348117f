import { gradeMachine } from "@jipei/contract/assessment/grade.machine.ts";
import { Button, Tooltip } from "antd";
import type { CallError } from "../../core/api/call-error.ts";
import { can, canMove, useSession } from "../../core/session/session.ts";
import { IssueCertificates } from "../certificates/issue-certificates.tsx";
import type { WholeTest } from "../tests/test-types.ts";
import { type SheetRow, hasScored } from "./score-drafts.ts";
import { useTexts } from "../texts.ts";

interface Props {
  test: WholeTest;
  rows: readonly SheetRow[];
  /** Whether there are unsaved entries. */
  dirty: boolean;
  saving: boolean;
  /** Absent where this user does not enter scores. */
  onSave?: () => void;
  onCheck: () => void;
  onAsk: (move: "uncheck" | "publish") => void;
  onRefused: (error: CallError | null) => void;
}

/** Header of a score sheet: how many scores are missing, and the step that the state of the grades allows. */
export function ScoreActions({ test, rows, dirty, saving, onSave, onCheck, onAsk, onRefused }: Props) {
  const t = useTexts();
  const { info } = useSession();
  const { gradeStatus } = test;
  const may = (move: "check" | "uncheck" | "publish") => canMove(gradeMachine, move);
  const pending = rows.filter((row) => row.result === "0").length;
  const missing = pending > 0 ? t("scores.pending", { n: pending }) : undefined;
  const own = rows.some((row) => hasScored(row, info?.userId)) ? t("scores.own") : undefined;
  const unready = missing ?? own;
  return (
    <div className="exam-section-head">
      <h2 id="scores">
        {t("test.scores")} {missing && <span className="unit">{missing}</span>}
      </h2>
      {onSave && dirty && (
        <Button type="primary" loading={saving} onClick={onSave}>
          {t("scores.save")}
        </Button>
      )}
      {gradeStatus === "0" && may("check") && (
        <Tooltip title={unready}>
          <Button disabled={unready !== undefined || dirty} onClick={onCheck}>
            {t("scores.check")}
          </Button>
        </Tooltip>
      )}
      {gradeStatus === "1" && may("uncheck") && (
        <Button danger onClick={() => onAsk("uncheck")}>
          {t("scores.uncheck")}
        </Button>
      )}
      {gradeStatus === "1" && may("publish") && (
        <Button type="primary" onClick={() => onAsk("publish")}>
          {t("scores.publish")}
        </Button>
      )}
      {gradeStatus === "2" &&
        can(test.side.resource === "test_apply" ? "certificate_issue" : "enterprise_cert_issue") && (
          <IssueCertificates test={test} rows={rows} onRefused={onRefused} />
        )}
    </div>
  );
}
