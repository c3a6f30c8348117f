import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { joinNames } from "../../core/i18n/join-names.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import type { SheetRow } from "../grades/score-drafts.ts";
import type { Issued } from "../tests/test-side.ts";
import type { WholeTest } from "../tests/test-types.ts";
import { useTexts } from "../texts.ts";

interface Props {
  test: WholeTest;
  rows: readonly SheetRow[];
  /** The refusal of the server, or null once the certificates are issued. */
  onRefused: (error: CallError | null) => void;
}

/** Issues the certificates of published grades; where another body numbers them, the numbers are asked for. */
export function IssueCertificates({ test, rows, onRefused }: Props) {
  const t = useTexts();
  const [unnumbered, setUnnumbered] = useState<readonly string[]>([]);
  const { useIssue, useIssued } = test.side;
  const issue = useIssue();
  // Everybody who has passed and has no certificate yet.
  const already = useIssued(test.classId);
  const allIssued = already !== undefined && already >= rows.filter((row) => row.result === "1").length;
  const issued = (answer: readonly Issued[], numbered?: number) => {
    const held = answer.filter((one) => one.testApplyId !== test.id);
    onRefused(null);
    setUnnumbered([]);
    const n = numbered ?? answer.length - held.length;
    const names = joinNames(held.map(({ name }) => name ?? ""));
    notify("success", names ? t("scores.issuedButHeld", { n, names }) : t("scores.issued", { n }));
  };
  const onError = (error: unknown) => {
    if (!(error instanceof CallError)) return;
    const asked = error.failures.flatMap((failure) => (failure.field === "certNo" && failure.id ? [failure.id] : []));
    if (asked.length > 0) setUnnumbered(asked);
    else onRefused(error);
  };
  return (
    <>
      <Button
        type={allIssued ? "default" : "primary"}
        loading={issue.busy}
        onClick={() =>
          issue.issue({ classId: test.classId, applyId: test.id }, null, {
            onSuccess: (answer) => issued(answer),
            onError,
          })
        }
      >
        {t("scores.issue")}
      </Button>
      {unnumbered.length > 0 && (
        <Numbers
          test={test}
          people={rows.filter((row) => unnumbered.includes(row.studentId))}
          onIssued={issued}
          onClose={() => setUnnumbered([])}
        />
      )}
    </>
  );
}

interface NumbersProps {
  test: WholeTest;
  people: readonly SheetRow[];
  /** @param numbered how many numbers of the answer are new */
  onIssued: (answer: readonly Issued[], numbered: number) => void;
  onClose: () => void;
}

/** One number for each person, as printed; a person left empty gets the certificate later. */
function Numbers({ test, people, onIssued, onClose }: NumbersProps) {
  const t = useTexts();
  const label = useLabel();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const send = test.side.useIssue();
  const numbers = Object.entries(typed).flatMap(([studentId, certNo]) =>
    certNo.trim() === "" ? [] : [{ studentId, certNo: certNo.trim() }],
  );
  const submit = () =>
    numbers.length > 0 &&
    send.issue({ classId: test.classId, applyId: test.id }, numbers, {
      onSuccess: (answer) => onIssued(answer, numbers.length),
    });
  return (
    <Dialog
      open
      title={t("scores.numbers")}
      dirty={numbers.length > 0}
      busy={send.busy}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("scores.issue")}
    >
      {send.error instanceof CallError && <FailureList error={send.error} />}
      <p className="unit">{t("scores.numbersHint")}</p>
      <ul className="exam-people">
        {people.map(({ studentId, name }) => (
          <li key={studentId}>
            <span className="exam-person">{name}</span>
            <Input
              className="cert-number"
              maxLength={22}
              aria-label={`${label(Certificate.fields.certNo)} ${name}`}
              value={typed[studentId] ?? ""}
              onChange={(event) => setTyped({ ...typed, [studentId]: event.target.value })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
