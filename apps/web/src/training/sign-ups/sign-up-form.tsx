import { SignUp, signUpAgainCalls, signUpCalls } from "@jipei/contract/training/sign-up.ts";
import type { SignUpRow } from "@jipei/contract/training/sign-up.ts";
import { studentAccountCalls } from "@jipei/contract/training/student-account.ts";
import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { FormDialog } from "../../core/dialog/form-dialog.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { needsProof } from "../roster/roster-form.ts";
import { useTexts } from "../roster/texts.ts";
import type { OpenClass } from "./open-class-card.tsx";

export type OwnSignUp = SignUpRow & { id: string };
/** What the form is open for. */
export type Editing = { kind: "new"; of: OpenClass } | { kind: "edit" | "again" | "makeUp"; of: OwnSignUp };

const titles = { new: "sign.join", edit: "sign.edit", again: "sign.again", makeUp: "sign.makeUp" } as const;

/** The few things a sign-up asks beyond the account. */
export function SignUpForm({ editing, onClose }: { editing: Editing; onClose: () => void }) {
  const t = useTexts();
  const core = useCoreTexts();
  const title = t(titles[editing.kind]);
  const account = useCall(studentAccountCalls.getStudentAccountByCurrentUser, undefined);
  if (!account.data && !account.isError) return null;
  const shared = {
    open: true,
    title: `${title} · ${editing.of.className ?? ""}`,
    entity: SignUp,
    draftOf: `${editing.kind} ${editing.of.id}`,
    when: { categoryAttId: needsProof },
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
