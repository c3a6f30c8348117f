import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { level } from "@jipei/contract/core/fields/codes.ts";
import { SignUp, signUpAgainCalls, signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { studentHome } from "@jipei/contract/home/student-home.ts";
import { studentAccountCalls } from "@jipei/contract/training/student-account.ts";
import type { SignUpRow } from "@jipei/contract/training/sign-up.ts";
import { Button } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { formatDate } from "../../core/format/dates.ts";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { FormDialog } from "../../core/dialog/form-dialog.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { formatMoney } from "../../core/format/numbers.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Empty, Unanswered } from "../../core/ui/states.tsx";
import { StatusTag, useCodeText } from "../../core/format/status-tag.tsx";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter, useCall } from "../../core/api/use-call.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { needsProof } from "../roster/roster-form.ts";
import { useTexts } from "../roster/texts.ts";
import "../roster/enrolment.css";

interface OpenClass {
  id: string;
  className: string;
  orgName: string | null;
  courseName: string | null;
  level: string | null;
  status: string | null;
  isSubsidy: string;
  startDate: string;
  endDate: string;
  signEndDate: string | null;
  trainPlace: string;
  chargeStandard: string;
  planCount: number;
  freeSeats: number;
}
type Mine = SignUpRow & { id: string };
/** What the form is open for. */
type Editing = { kind: "new"; of: OpenClass } | { kind: "edit" | "again" | "makeUp"; of: Mine };

/** 我要报名: open classes, and how the own sign-ups stand. Made for a phone. */
export default function MySignUpPage() {
  const t = useTexts();
  const label = useLabel();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [leaving, setLeaving] = useState<Mine | null>(null);
  const { busy, attempt } = useAttempt();
  const open = useCall(classCalls.usedByPerson, { status: "unCommit", current: 1, size: 100 });
  const mine = useCall(signUpCalls.list, { current: 1, size: 100 });
  const home = useCall(studentHome, undefined);
  // Who failed or was absent may sit again; the server decides whether it is not too late.
  const failed = new Set(
    (home.data?.classes ?? []).flatMap((row) =>
      row.signId && (row.gradeResult === "2" || row.gradeResult === "3") ? [row.signId] : [],
    ),
  );
  const classes = open.data?.records ?? [];
  // What waits for oneself first, what is over last.
  const rows = (mine.data?.records ?? []).toSorted((a, b) => getRank(a) - getRank(b));
  const standing = new Set(rows.filter((row) => row.confirmStatus !== "Invalidate").map((row) => row.classId));

  const withdraw = ({ id }: Mine) =>
    attempt(async () => {
      await invoke(signUpCalls.invalidate, { ids: id });
      notify("success", t("sign.withdrawn"));
      setLeaving(null);
      await refreshAfter(signUpCalls.invalidate, [classCalls.usedByPerson]);
    });
  return (
    <div className="my-sign">
      <PageHeader title={label(["我要报名", "Sign up"])} />
      {[mine, open].some((query) => query.isError || !query.data) ? (
        <Unanswered queries={[mine, open]} />
      ) : (
        <>
          {rows.length > 0 && (
            <section>
              <h2 className="section-title">{t("sign.mine")}</h2>
              <ul className="card-list">
                {rows.map((row) => (
                  <SignUpCard
                    key={row.id}
                    row={row}
                    standing={standing.has(row.classId)}
                    failed={failed.has(row.id)}
                    onMakeUp={() => setEditing({ kind: "makeUp", of: row })}
                    onEdit={() => setEditing({ kind: "edit", of: row })}
                    onAgain={() => setEditing({ kind: "again", of: row })}
                    onWithdraw={() => setLeaving(row)}
                  />
                ))}
              </ul>
            </section>
          )}
          <section>
            <h2 className="section-title">{t("sign.open")}</h2>
            {classes.length === 0 ? (
              <Empty text={t("sign.noOpen")} />
            ) : (
              <ul className="card-list">
                {classes.map((one) => (
                  <ClassCard
                    key={one.id}
                    of={one}
                    joined={standing.has(one.id)}
                    onJoin={() => setEditing({ kind: "new", of: one })}
                  />
                ))}
              </ul>
            )}
          </section>
        </>
      )}
      {editing && <SignUpForm editing={editing} onClose={() => setEditing(null)} />}
      <Confirm
        open={leaving !== null}
        title={t("sign.withdraw")}
        okText={t("sign.withdraw")}
        danger
        busy={busy}
        onOk={() => leaving && void withdraw(leaving)}
        onClose={() => setLeaving(null)}
      >
        {t("sign.withdrawAsk")}
      </Confirm>
    </div>
  );
}

const ranks = ["back", "unSubmit", "unConfirm", "Confirm", "Invalidate"];
const getRank = ({ confirmStatus }: Mine): number => ranks.indexOf(confirmStatus ?? "");

interface CardProps {
  row: Mine;
  /** Whether a sign-up for this class stands, this one or another. */
  standing: boolean;
  failed: boolean;
  onEdit: () => void;
  onAgain: () => void;
  onMakeUp: () => void;
  onWithdraw: () => void;
}

function SignUpCard({ row, standing, failed, onEdit, onAgain, onMakeUp, onWithdraw }: CardProps) {
  const t = useTexts();
  const core = useCoreTexts();
  const state = row.confirmStatus;
  return (
    <li className="card">
      <div className="card-head">
        <strong>{row.className}</strong>
        <StatusTag codes={SignUp.fields.confirmStatus.codes} value={state} />
      </div>
      <p className="unit">
        {row.orgName} · {row.signNo}
      </p>
      {state === "back" && row.backReason && (
        <p className="bad-text">{core("common.returned", { reason: row.backReason })}</p>
      )}
      <div className="card-actions">
        {(state === "back" || state === "unSubmit") && <Button onClick={onEdit}>{t("sign.edit")}</Button>}
        {state === "Invalidate" && !standing && <Button onClick={onAgain}>{t("sign.again")}</Button>}
        {state === "Confirm" && failed && <Button onClick={onMakeUp}>{t("sign.makeUp")}</Button>}
        {state !== "Invalidate" && !failed && (
          <Button danger type="text" onClick={onWithdraw}>
            {t("sign.withdraw")}
          </Button>
        )}
      </div>
    </li>
  );
}

function ClassCard({ of, joined, onJoin }: { of: OpenClass; joined: boolean; onJoin: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  const left = of.freeSeats;
  const facts = [
    [t("sign.period"), `${formatDate(of.startDate)} – ${formatDate(of.endDate)}`],
    [t("sign.place"), of.trainPlace],
    [t("sign.fee"), Number(of.chargeStandard) === 0 ? t("sign.free") : `¥ ${formatMoney(of.chargeStandard)}`],
    [t("sign.seats"), label([`剩余 ${left} / 共 ${of.planCount}`, `${left} of ${of.planCount} free`])],
  ];
  return (
    <li className="card">
      <div className="card-head">
        <strong>{of.className}</strong>
        {of.isSubsidy === "1" && <span className="status-tag tone-good">{t("sign.subsidised")}</span>}
      </div>
      <p className="unit">
        {of.orgName} · {of.courseName} · {codeText(level, of.level ?? "")}
      </p>
      <dl className="card-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="card-actions">
        {joined ? (
          <span className="good-text">{t("sign.signedUp")}</span>
        ) : (
          <Button type="primary" disabled={left === 0} onClick={onJoin}>
            {left === 0 ? label(["名额已满", "No seat left"]) : t("sign.join")}
          </Button>
        )}
        {of.signEndDate && <span className="unit">{t("sign.until", { date: formatDate(of.signEndDate) })}</span>}
      </div>
    </li>
  );
}

const titles = { new: "sign.join", edit: "sign.edit", again: "sign.again", makeUp: "sign.makeUp" } as const;

/** The few things a sign-up asks beyond the account. */
function SignUpForm({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const t = useTexts();
  const core = useCoreTexts();
  const title = t(titles[editing.kind]);
  const account = useCall(studentAccountCalls.getStudentAccountByCurrentUser, undefined);
  if (!account.data && !account.isError) return null;
  const shared = {
    open: true,
    title: `${title} · ${editing.of.className ?? ""}`,
    entity: SignUp,
    when: { categoryAttId: needsProof },
    uploadKinds: { categoryAttId: "any" },
    submitText: title,
    doneText: t("sign.sent"),
    onDone: () => void refreshAfter(signUpCalls.list, [classCalls.usedByPerson]),
    onClose,
  } as const;
  if (editing.kind === "again" || editing.kind === "makeUp")
    return (
      <FormDialog
        {...shared}
        sections={[{ fields: editing.kind === "makeUp" ? ["remark"] : ["personCategory", "categoryAttId", "remark"] }]}
        initial={{ personCategory: editing.of.personCategory }}
        submit={signUpAgainCalls.submit}
        inputOf={(_input, { personCategory, categoryAttId, remark }) => ({
          originSignId: editing.of.id,
          classId: editing.of.classId,
          reSignKind: editing.kind === "again" ? ("2" as const) : ("3" as const),
          reSignReason: remark ?? title,
          personCategory,
          categoryAttId,
        })}
      />
    );
  const row = editing.kind === "edit" ? editing.of : null;
  return (
    <FormDialog
      {...shared}
      sections={[{ fields: ["personCategory", "categoryAttId", "education", "nation"] }]}
      row={row}
      initial={{ education: account.data?.education, nation: account.data?.nation }}
      submit={signUpCalls.submit}
      inputOf={(input) => ({ ...input, ...(!row && { classId: editing.of.id }), status: "unConfirm" as const })}
    >
      {row?.backReason && <p className="bad-text form-note">{core("common.returned", { reason: row.backReason })}</p>}
    </FormDialog>
  );
}
