import { studentHome } from "@jipei/contract/home/student-home.ts";
import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Empty, Unanswered } from "../../core/ui/states.tsx";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../roster/texts.ts";
import { OpenClassCard } from "./open-class-card.tsx";
import { SignUpCard } from "./sign-up-card.tsx";
import { type Editing, type OwnSignUp, SignUpForm } from "./sign-up-form.tsx";
import "../roster/enrolment.css";

/** 我要报名: open classes, and how the own sign-ups stand. Made for a phone. */
export default function MySignUpPage() {
  const t = useTexts();
  const label = useLabel();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [leaving, setLeaving] = useState<OwnSignUp | null>(null);
  const { mine, open, rows, standing, failed } = useSignUps();
  const classes = open.data?.records ?? [];
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
                  <OpenClassCard
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
      <WithdrawQuestion row={leaving} onClose={() => setLeaving(null)} />
    </div>
  );
}

/** The own sign-ups, those that wait for the person first, and the classes to sign up for. */
function useSignUps() {
  const open = useCall(classCalls.usedByPerson, { status: "unCommit", current: 1, size: 100 });
  const mine = useCall(signUpCalls.list, { current: 1, size: 100 });
  const home = useCall(studentHome, undefined);
  const rows = (mine.data?.records ?? []).toSorted((a, b) => getRank(a) - getRank(b));
  return {
    mine,
    open,
    rows,
    /** Classes that a sign-up stands for. */
    standing: new Set(rows.filter((row) => row.confirmStatus !== "Invalidate").map((row) => row.classId)),
    /** Who failed or was absent may sit again; the server decides whether it is not too late. */
    failed: new Set(
      (home.data?.classes ?? []).flatMap((row) =>
        row.signId && (row.gradeResult === "2" || row.gradeResult === "3") ? [row.signId] : [],
      ),
    ),
  };
}

const ranks = ["back", "unSubmit", "unConfirm", "Confirm", "Invalidate"];
const getRank = ({ confirmStatus }: OwnSignUp): number => ranks.indexOf(confirmStatus ?? "");

/** Asks before a sign-up is withdrawn. @param row closed without one */
function WithdrawQuestion({ row, onClose }: { row: OwnSignUp | null; onClose: () => void }) {
  const t = useTexts();
  const { busy, attempt } = useAttempt();
  const withdraw = ({ id }: OwnSignUp) =>
    attempt(async () => {
      await invoke(signUpCalls.invalidate, { ids: id });
      notify("success", t("sign.withdrawn"));
      onClose();
      await refreshAfter(signUpCalls.invalidate, [classCalls.usedByPerson]);
    });
  return (
    <Confirm
      open={row !== null}
      title={t("sign.withdraw")}
      okText={t("sign.withdraw")}
      danger
      busy={busy}
      onOk={() => row && void withdraw(row)}
      onClose={onClose}
    >
      {t("sign.withdrawAsk")}
    </Confirm>
  );
}
