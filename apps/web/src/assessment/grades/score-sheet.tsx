import { gradeCalls } from "@jipei/contract/assessment/grade.calls.ts";
import { gradeMachine } from "@jipei/contract/assessment/grade.machine.ts";
import type { GradeRow } from "@jipei/contract/assessment/grade.ts";
import { Table } from "antd";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { useDirtyRows } from "../../core/form/row-drafts.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { can, canMove } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import { useKeyScroll } from "../../core/ui/use-key-scroll.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import type { WholeTest } from "../tests/test-types.ts";
import { useTexts } from "../texts.ts";
import { CorrectGrade } from "./correct-grade.tsx";
import { ScoreActions } from "./score-actions.tsx";
import { type Part, ScoreDrafts, keptUntil } from "./score-drafts.ts";
import { useScoreColumns } from "./use-score-columns.tsx";

const partBySubject: Readonly<Record<string, Part>> = { "1": "theoryScore", "2": "practiceScore", "3": "reviewScore" };

/** The score sheet: entered by one user, checked by another, published together; certificates are issued from here. */
export function ScoreSheet({ test, onDone }: { test: WholeTest; onDone: () => void }) {
  const frame = useKeyScroll();
  const found = useCall(gradeCalls.list, { testApplyId: test.id, size: "200", ascs: "examineeNo" });
  const rows = (found.data?.records ?? []) as GradeRow[];
  const [correcting, setCorrecting] = useState<GradeRow | null>(null);
  const changed = () => {
    void found.refetch();
    onDone();
  };
  const scoring = useScoring(test, rows.length, changed);
  const assessed = (test.subjects ?? []).flatMap((code) => partBySubject[code] ?? []);
  // An earlier score that stays valid counts also where the part is not assessed.
  const parts = Object.values(partBySubject).filter(
    (part) => assessed.includes(part) || rows.some((row) => keptUntil(row, part)),
  );
  // Users who publish may also correct.
  const correctable = test.gradeStatus === "2" && canMove(gradeMachine, "publish");
  const columns = useScoreColumns({
    drafts: scoring.drafts,
    parts,
    assessed,
    scoring: scoring.open,
    onCorrect: correctable ? setCorrecting : undefined,
  });
  return (
    <section className="exam-section" aria-labelledby="scores">
      <ScoreActions test={test} rows={rows} {...scoring.actions} />
      {scoring.refused && (
        <FailureList error={scoring.refused} titleOf={(id) => rows.find((row) => row.id === id)?.name ?? null} />
      )}
      {scoring.dialogs}
      {correcting && (
        <CorrectGrade
          row={correcting}
          parts={parts}
          onClose={() => setCorrecting(null)}
          onDone={() => {
            setCorrecting(null);
            scoring.onCorrected();
          }}
        />
      )}
      <div ref={frame}>
        <Table<GradeRow>
          size="small"
          rowKey="id"
          loading={found.isPending}
          dataSource={rows}
          pagination={false}
          scroll={{ x: 760 }}
          columns={columns}
        />
      </div>
    </section>
  );
}

/**
 * Entering scores, and the moves of a sheet.
 * @param count people on the sheet  @param onChanged after anything was saved
 * @returns `dialogs` have to be on the page
 */
function useScoring(test: WholeTest, count: number, onChanged: () => void) {
  const t = useTexts();
  const core = useCoreTexts();
  const [drafts] = useState(() => new ScoreDrafts());
  const dirty = useDirtyRows(drafts);
  const [asking, setAsking] = useState<"uncheck" | "publish" | null>(null);
  const [refused, setRefused] = useState<CallError | null>(null);
  const send = useSend(gradeCalls.submit, { silent: true });
  useDirtyGuard(dirty);
  const succeed = (text: string) => {
    setRefused(null);
    drafts.clear();
    setAsking(null);
    notify("success", text);
    onChanged();
  };
  const after = (text: string) => ({
    onSuccess: () => succeed(text),
    onError: (error: unknown) => error instanceof CallError && setRefused(error),
  });
  const open = test.gradeStatus === "0" && can("grade_edit");
  const save = () => send.mutate({ scores: drafts.changes() }, after(core("common.saved")));
  const move = (gradeStatus: "0" | "1" | "2", reason?: string) =>
    send.mutate({ testApplicationId: test.id, gradeStatus, reason }, after(t("test.done")));
  const close = () => setAsking(null);
  const dialogs = (
    <>
      <ReasonDialog
        open={asking === "uncheck"}
        action={t("scores.uncheck")}
        danger
        busy={send.isPending}
        onClose={close}
        onSubmit={(reason) => move("0", reason)}
      />
      <Confirm
        open={asking === "publish"}
        title={t("scores.publish")}
        okText={t("scores.publish")}
        busy={send.isPending}
        onClose={close}
        onOk={() => move("2")}
      >
        {t("scores.publishQuestion", { n: count })}
      </Confirm>
    </>
  );
  return {
    drafts,
    /** Whether scores can be entered. */
    open,
    refused,
    dialogs,
    actions: {
      dirty,
      saving: send.isPending,
      onSave: open ? save : undefined,
      onCheck: () => move("1"),
      onAsk: setAsking,
      onRefused: setRefused,
    },
    onCorrected: () => succeed(t("scores.corrected")),
  };
}
