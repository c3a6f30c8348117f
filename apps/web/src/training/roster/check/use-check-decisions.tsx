import { studentCalls } from "@jipei/contract/training/student.ts";
import type { StudentFinding } from "@jipei/contract/training/student.ts";
import { useState } from "react";
import { invoke } from "../../../core/api/call-client.ts";
import { useAttempt } from "../../../core/api/use-attempt.ts";
import { refreshAfter } from "../../../core/api/refresh-after.ts";
import type { RowAction } from "../../../core/crud/row-actions.tsx";
import { FailureDialog } from "../../../core/dialog/failure-list.tsx";
import { useLabel } from "../../../core/i18n/language.ts";
import { ReasonDialog } from "../../../core/moves/reason-dialog.tsx";
import { can, useSession } from "../../../core/session/session.ts";
import { notify } from "../../../core/ui/notify.ts";
import { useTexts as useCoreTexts } from "../../../core/i18n/core-texts.ts";
import type { Person } from "./check-person.tsx";
import { useTexts } from "../texts.ts";

const reasons = [
  ["照片不清晰", "Photo not clear"],
  ["身份信息有误", "Wrong personal data"],
  ["类别证明不符", "Proof does not match the category"],
  ["不符合补贴条件", "Not eligible"],
] as const;
const overrules = [
  ["已核对身份证原件", "Original ID card checked"],
  ["已电话核实", "Verified by phone"],
] as const;

/** A failed check of the identity: the reviewer may vouch for it, with a reason. */
const isUnproven = (one: StudentFinding): boolean => one.rule === "IDENTITY" && one.isPass === 0;
/** What no reason overrules; only the identity may be vouched for by the reviewer. */
const barredBy = (person: Person): StudentFinding[] =>
  person.findings.filter((one) => one.isPass === 0 && one.severity === 1 && one.rule !== "IDENTITY");

/**
 * Passing people of a roster or sending them back, with a reason where one is needed.
 * @param onDecided after a decision was taken
 * @returns `dialogs` have to be on the page
 */
export function useCheckDecisions(people: readonly Person[], onDecided: () => void) {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const session = useSession();
  const [asking, setAsking] = useState<{ move: "check" | "back"; ids: readonly string[] } | null>(null);
  const { busy, error, attempt, forget } = useAttempt();
  const mayCheck = can("train_student_check", session);
  const mayBack = can("train_student_back", session);

  const decide = (move: "check" | "back", ids: readonly string[], reason: string | null) =>
    attempt(async () => {
      await invoke(studentCalls[move], { ids: ids.join(), ...(reason && { reason }) }, { silent: true });
      notify("success", t("check.done", { n: ids.length }));
      setAsking(null);
      onDecided();
      await refreshAfter(studentCalls.check);
    });
  const pass = (ids: readonly string[]) => void decide("check", ids, null);
  const approve = (ids: readonly string[]) => {
    const unproven = people.some((person) => ids.includes(person.studentId) && person.findings.some(isUnproven));
    if (unproven) setAsking({ move: "check", ids });
    else pass(ids);
  };
  const sendBack = (ids: readonly string[]) => setAsking({ move: "back", ids });
  const getActions = (person: Person): RowAction[] => {
    const barred = barredBy(person).map((one) => label({ zh: one.zh, en: one.en }));
    const ids = [person.studentId];
    return [
      ...(mayCheck
        ? [
            {
              key: "check",
              label: core("common.approve"),
              disabled: barred.join(" · ") || null,
              run: () => approve(ids),
            },
          ]
        : []),
      ...(mayBack ? [{ key: "back", label: t("check.back"), danger: true, run: () => sendBack(ids) }] : []),
    ];
  };
  const back = asking?.move === "back";
  const dialogs = (
    <>
      <ReasonDialog
        open={asking !== null}
        action={back ? t("check.back") : core("common.approve")}
        danger={back}
        busy={busy}
        usual={(back ? reasons : overrules).map((one) => label(one))}
        onSubmit={(reason) => asking && void decide(asking.move, asking.ids, reason)}
        onClose={() => setAsking(null)}
      >
        {asking?.move === "check" && <p>{t("check.overrule")}</p>}
      </ReasonDialog>
      <FailureDialog
        error={error}
        onClose={forget}
        titleOf={(id) => people.find((person) => person.studentId === id)?.name ?? null}
      />
    </>
  );
  return { busy, mayCheck, mayBack, pass, approve, sendBack, getActions, dialogs };
}
