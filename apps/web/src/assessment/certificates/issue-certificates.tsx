import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import type { CertificateRow } from "@jipei/contract/assessment/certificate.ts";
import type { GradeRow } from "@jipei/contract/assessment/grade.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { can } from "../../core/session/session.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";
import type { WholeTest } from "../tests/test-types.ts";
import { useTexts } from "../texts.ts";

interface Props {
  test: WholeTest;
  rows: readonly GradeRow[];
  /** The refusal of the server, or null once the certificates are issued. */
  onRefused: (error: CallError | null) => void;
}

/** Issues the certificates of published grades; where another body numbers them, the numbers are asked for. */
export function IssueCertificates({ test, rows, onRefused }: Props) {
  const t = useTexts();
  const [unnumbered, setUnnumbered] = useState<readonly string[]>([]);
  const issue = useSend(certificateCalls.issue, { silent: true });
  // Everybody who has passed and has no certificate yet.
  const certificates = useCall(
    certificateCalls.list,
    { classId: test.classId, size: 1 },
    {
      enabled: can("certificate_view"),
    },
  );
  const allIssued =
    certificates.data !== undefined && certificates.data.total >= rows.filter((row) => row.result === "1").length;
  const issued = (answer: readonly CertificateRow[], numbered?: number) => {
    const held = answer.filter((one) => one.testApplyId !== test.id);
    onRefused(null);
    setUnnumbered([]);
    notify(
      "success",
      `${t("scores.issued", { n: numbered ?? answer.length - held.length })}${held.length > 0 ? t("scores.held", { names: held.map(({ name }) => name).join(", ") }) : ""}`,
    );
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
        loading={issue.isPending}
        onClick={() =>
          issue.mutate({ classId: test.classId, applyId: test.id }, { onSuccess: (answer) => issued(answer), onError })
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
  people: readonly GradeRow[];
  /** @param numbered how many numbers of the answer are new */
  onIssued: (answer: readonly CertificateRow[], numbered: number) => void;
  onClose: () => void;
}

/** One number for each person, as printed; a person left empty gets the certificate later. */
function Numbers({ test, people, onIssued, onClose }: NumbersProps) {
  const t = useTexts();
  const label = useLabel();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const send = useSend(certificateCalls.issueNumbered, { silent: true });
  const numbers = Object.entries(typed).flatMap(([studentId, certNo]) =>
    certNo.trim() === "" ? [] : [{ studentId, certNo: certNo.trim() }],
  );
  const submit = () =>
    numbers.length > 0 &&
    send.mutate(
      { classId: test.classId, applyId: test.id, numbers },
      { onSuccess: (answer) => onIssued(answer, numbers.length) },
    );
  return (
    <Dialog
      open
      title={t("scores.numbers")}
      dirty={numbers.length > 0}
      busy={send.isPending}
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
