import { gradeResult } from "@jipei/contract/exams/exam-codes.ts";
import { gradeCalls } from "@jipei/contract/exams/grade.calls.ts";
import { gradeMachine } from "@jipei/contract/exams/grade.machine.ts";
import { Grade } from "@jipei/contract/exams/grade.ts";
import type { GradeRow } from "@jipei/contract/exams/grade.ts";
import { permissionOf } from "@jipei/contract/core/machine.ts";
import { Button, Checkbox, Table, Tooltip } from "antd";
import { useState } from "react";
import { CallError } from "../core/call-error.ts";
import { Confirm } from "../core/dialog.tsx";
import { useDirtyGuard } from "../core/dirty-guard.ts";
import { FailureList } from "../core/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/notify.ts";
import { ReasonDialog } from "../core/reason-dialog.tsx";
import { useDirtyRows, useRowDraft } from "../core/row-drafts.ts";
import { can, useSession } from "../core/session.ts";
import { RowActions } from "../core/row-actions.tsx";
import { StatusTag } from "../core/status-tag.tsx";
import { useCall, useSend } from "../core/use-call.ts";
import { useKeyScroll } from "../core/use-key-scroll.ts";
import { CorrectGrade } from "./correct-grade.tsx";
import { IssueCertificates } from "./issue-certificates.tsx";
import { type Part, ScoreDrafts, keptUntil } from "./score-drafts.ts";
import { ScoreInput } from "./score-input.tsx";
import type { WholeTest } from "./test-types.ts";
import { useTexts } from "./texts.ts";

const partOf: Readonly<Record<string, Part>> = { "1": "theoryScore", "2": "practiceScore", "3": "reviewScore" };

/** The score sheet: typed in by one, checked by another, published together; certificates are issued from here. */
export function ScoreSheet({ test, onDone }: { test: WholeTest; onDone: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const frame = useKeyScroll();
  const found = useCall(gradeCalls.list, { testApplyId: test.id, size: "200", ascs: "examineeNo" } as never);
  const rows = (found.data?.records ?? []) as GradeRow[];
  const { info } = useSession();
  const [drafts] = useState(() => new ScoreDrafts());
  const dirty = useDirtyRows(drafts);
  const [unchecking, setUnchecking] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const [correcting, setCorrecting] = useState<GradeRow | null>(null);
  const [refused, setRefused] = useState<CallError | null>(null);
  const send = useSend(gradeCalls.submit, { silent: true });
  useDirtyGuard(dirty);
  const onError = (error: unknown) => error instanceof CallError && setRefused(error);
  const after = (text: string) => ({
    onSuccess: () => {
      setRefused(null);
      drafts.clear();
      setUnchecking(false);
      setPublishing(false);
      setCorrecting(null);
      notify("success", text);
      void found.refetch();
      onDone();
    },
    onError,
  });
  const assessed = (test.subjects ?? []).flatMap((code) => partOf[code] ?? []);
  // A part kept from before counts where it is not assessed too.
  const parts = Object.values(partOf).filter(
    (part) => assessed.includes(part) || rows.some((row) => keptUntil(row, part)),
  );
  const scoring = test.gradeStatus === "0" && can("grade_edit");
  // Who publishes also corrects.
  const correctable = test.gradeStatus === "2" && can(permissionOf(gradeMachine, "publish"));
  const pending = rows.filter((row) => row.result === "0").length;
  const save = () => send.mutate({ scores: drafts.changes() }, after(t("test.saved")));
  const move = (gradeStatus: "0" | "1" | "2", reason?: string) =>
    send.mutate({ testApplicationId: test.id, gradeStatus, reason }, after(t("test.done")));
  // Whoever typed a score does not check it.
  const own = rows.some((row) => row.scorerId === info?.userId);
  const unready = pending > 0 ? t("scores.pending", { n: pending }) : own ? t("scores.own") : undefined;
  return (
    <section className="exam-section" aria-labelledby="scores">
      <div className="exam-section-head">
        <h2 id="scores">
          {t("test.scores")} {pending > 0 && <span className="unit">{t("scores.pending", { n: pending })}</span>}
        </h2>
        {scoring && dirty && (
          <Button type="primary" loading={send.isPending} onClick={save}>
            {t("scores.save")}
          </Button>
        )}
        {test.gradeStatus === "0" && can(permissionOf(gradeMachine, "check")) && (
          <Tooltip title={unready}>
            <Button disabled={unready !== undefined || dirty} onClick={() => move("1")}>
              {t("scores.check")}
            </Button>
          </Tooltip>
        )}
        {test.gradeStatus === "1" && can(permissionOf(gradeMachine, "uncheck")) && (
          <Button danger onClick={() => setUnchecking(true)}>
            {t("scores.uncheck")}
          </Button>
        )}
        {test.gradeStatus === "1" && can(permissionOf(gradeMachine, "publish")) && (
          <Button type="primary" onClick={() => setPublishing(true)}>
            {t("scores.publish")}
          </Button>
        )}
        {test.gradeStatus === "2" && can("certificate_issue") && (
          <IssueCertificates test={test} rows={rows} onRefused={setRefused} />
        )}
      </div>
      {refused && <FailureList error={refused} titleOf={(id) => rows.find((row) => row.id === id)?.name ?? null} />}
      <ReasonDialog
        open={unchecking}
        action={t("scores.uncheck")}
        danger
        busy={send.isPending}
        onClose={() => setUnchecking(false)}
        onSubmit={(reason) => move("0", reason)}
      />
      <Confirm
        open={publishing}
        title={t("scores.publish")}
        okText={t("scores.publish")}
        busy={send.isPending}
        onClose={() => setPublishing(false)}
        onOk={() => move("2")}
      >
        {t("scores.publishQuestion", { n: rows.length })}
      </Confirm>
      {correcting && (
        <CorrectGrade
          row={correcting}
          parts={parts}
          onClose={() => setCorrecting(null)}
          onDone={after(t("scores.corrected")).onSuccess}
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
          columns={[
            { title: label(Grade.fields.examineeNo), dataIndex: "examineeNo", width: 150 },
            { title: label(Grade.fields.name), dataIndex: "name", width: 100, fixed: "left" },
            ...parts.map((part) => ({
              title: label(Grade.fields[part]),
              width: 110,
              align: "right" as const,
              render: (_: unknown, row: GradeRow) =>
                scoring && (assessed.includes(part) || keptUntil(row, part)) ? (
                  <ScoreInput drafts={drafts} row={row} part={part} assessed={assessed} />
                ) : (
                  <span className="numeric">{row[part] ?? "—"}</span>
                ),
            })),
            {
              title: t("scores.absent"),
              width: 70,
              render: (_, row) => (
                <ScoreFlag drafts={drafts} row={row} name="isAbsent" text={t("scores.absent")} disabled={!scoring} />
              ),
            },
            {
              title: t("scores.cheat"),
              width: 70,
              render: (_, row) => (
                <ScoreFlag drafts={drafts} row={row} name="isCheat" text={t("scores.cheat")} disabled={!scoring} />
              ),
            },
            { title: label(Grade.fields.totalScore), dataIndex: "totalScore", width: 90, align: "right" },
            {
              title: label(Grade.fields.result),
              width: 100,
              render: (_, row) => <StatusTag codes={gradeResult} value={row.result} />,
            },
            ...(correctable
              ? [
                  {
                    title: "",
                    width: 80,
                    render: (_: unknown, row: GradeRow) => (
                      <RowActions
                        of={row.name ?? ""}
                        actions={[
                          {
                            key: "correct",
                            label: t("scores.correct"),
                            disabled: row.scorerId === info?.userId ? t("scores.ownCorrect") : null,
                            run: () => setCorrecting(row),
                          },
                        ]}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
    </section>
  );
}

interface FlagProps {
  drafts: ScoreDrafts;
  row: GradeRow;
  name: "isAbsent" | "isCheat";
  text: string;
  disabled: boolean;
}

function ScoreFlag({ drafts, row, name, text, disabled }: FlagProps) {
  const draft = useRowDraft(drafts, row.id);
  return (
    <Checkbox
      aria-label={`${text} ${row.name}`}
      checked={(draft?.[name] ?? row[name]) === "1"}
      disabled={disabled}
      onChange={(event) => drafts.edit(row.id, { [name]: event.target.checked ? "1" : "0" })}
    />
  );
}
