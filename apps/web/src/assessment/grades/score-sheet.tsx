import { gradeMachine } from "@jipei/contract/assessment/grade.machine.ts";
import { Table } from "antd";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { useDirtyRows } from "../../core/form/row-drafts.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { canMove, useIsOf } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { useKeyScroll } from "../../core/ui/use-key-scroll.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import type { WholeTest } from "../tests/test-types.ts";
import { useTexts } from "../texts.ts";
import { CorrectGrade } from "./correct-grade.tsx";
import { ScoreActions } from "./score-actions.tsx";
import { type Part, ScoreDrafts, type SheetRow, keptUntil } from "./score-drafts.ts";
import { type Sheet, useSheet } from "./use-sheet.ts";
import { useScoreColumns } from "./use-score-columns.tsx";

const partBySubject: Readonly<Record<string, Part>> = { "1": "theoryScore", "2": "practiceScore", "3": "reviewScore" };

/** The score sheet: entered by one user, checked by another, published together; certificates are issued from here. */
export function ScoreSheet({ test, onDone }: { test: WholeTest; onDone: () => void }) {
  const frame = useKeyScroll();
  const sheet = useSheet(test.id);
  const { rows } = sheet;
  const [correcting, setCorrecting] = useState<SheetRow | null>(null);
  const changed = () => {
    void sheet.query.refetch();
    onDone();
  };
  const scoring = useScoring(test, sheet, changed);
  const assessed = (test.subjects ?? []).flatMap((code) => partBySubject[code] ?? []);
  const entered = useEntered(test, assessed);
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
    entered,
    scoring: scoring.open,
    onCorrect: correctable ? setCorrecting : undefined,
  });
  // Whether all scores are there, and whose they are, is known from the rows alone.
  if (sheet.query.data === undefined) return <Unanswered queries={[sheet.query]} />;
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
        <Table<SheetRow>
          size="small"
          rowKey="id"
          dataSource={rows}
          pagination={false}
          scroll={{ x: 760 }}
          columns={columns}
        />
      </div>
    </section>
  );
}

/** The parts whose scores this user enters: assessors, who see their own assignments alone, those that they assess. */
function useEntered({ assessorList }: WholeTest, assessed: readonly Part[]): readonly Part[] {
  const assesses = (part: Part) =>
    assessorList.some(({ duty, subject }) => duty !== "3" && partBySubject[subject ?? ""] === part);
  return useIsOf("person") ? assessed.filter(assesses) : assessed;
}

/**
 * Entering scores, and the moves of a sheet.
 * @param onChanged after anything was saved
 * @returns `dialogs` have to be on the page
 */
function useScoring(test: WholeTest, sheet: Sheet, onChanged: () => void) {
  const t = useTexts();
  const core = useCoreTexts();
  const [drafts] = useState(() => new ScoreDrafts());
  const dirty = useDirtyRows(drafts);
  const [asking, setAsking] = useState<"uncheck" | "publish" | null>(null);
  const [refused, setRefused] = useState<CallError | null>(null);
  useDirtyGuard(dirty);
  /** @param sent the entries that were saved; left out after a move, which ends entering them */
  const succeed = (text: string, sent = drafts.all) => {
    setRefused(null);
    drafts.settle(sent);
    setAsking(null);
    notify("success", text);
    onChanged();
  };
  const after = (text: string, sent?: typeof drafts.all) => ({
    onSuccess: () => succeed(text, sent),
    onError: (error: unknown) => error instanceof CallError && setRefused(error),
  });
  const open = test.gradeStatus === "0" && sheet.mayScore(test.testMode);
  const save = () => sheet.submit({ scores: drafts.changes() }, after(core("common.saved"), drafts.all));
  const move = (gradeStatus: "0" | "1" | "2", reason?: string) =>
    sheet.submit({ gradeStatus, reason }, after(t("test.done")));
  const close = () => setAsking(null);
  const dialogs = (
    <>
      <ReasonDialog
        open={asking === "uncheck"}
        action={t("scores.uncheck")}
        danger
        busy={sheet.busy}
        onClose={close}
        onSubmit={(reason) => move("0", reason)}
      />
      <Confirm
        open={asking === "publish"}
        title={t("scores.publish")}
        okText={t("scores.publish")}
        busy={sheet.busy}
        onClose={close}
        onOk={() => move("2")}
      >
        {t("scores.publishQuestion", { n: sheet.rows.length })}
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
      saving: sheet.busy,
      onSave: open ? save : undefined,
      onCheck: () => move("1"),
      onAsk: setAsking,
      onRefused: setRefused,
    },
    onCorrected: () => succeed(t("scores.corrected")),
  };
}
