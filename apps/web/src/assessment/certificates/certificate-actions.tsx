import type { CertificateRow } from "@jipei/contract/assessment/certificate.ts";
import { certificateCalls } from "@jipei/contract/assessment/certificate.calls.ts";
import { enterpriseCertificateCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import type { EnterpriseCertificateRow } from "@jipei/contract/assessment/enterprise-certificate.ts";
import { validity } from "@jipei/contract/core/fields/flags.ts";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useSend } from "../../core/api/use-call.ts";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { saveAs } from "../../core/files/download.ts";
import { openJobs } from "../../core/jobs/job-store.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { can } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";

/** A certificate of either side, as far as its actions need it. */
type AnyRow = Pick<CertificateRow, keyof CertificateRow & keyof EnterpriseCertificateRow>;
type Change = { print: "1" } | { isValid: "unValid"; invalidReason: string };

/** The calls for the certificates of institutions, or of enterprises. */
export interface CertificateSide {
  resource: "certificate" | "enterprise_cert";
  pdf: typeof certificateCalls.pdf;
  batch: typeof certificateCalls.batch;
  useChange: () => { busy: boolean; change: (id: string, change: Change, onSuccess?: () => void) => void };
}
export const institutionCertificates: CertificateSide = {
  resource: "certificate",
  pdf: certificateCalls.pdf,
  batch: certificateCalls.batch,
  useChange() {
    const send = useSend(certificateCalls.submit);
    return {
      busy: send.isPending,
      change: (id, change, onSuccess) => send.mutate({ id, ...change }, { onSuccess }),
    };
  },
};
export const enterpriseCertificates: CertificateSide = {
  resource: "enterprise_cert",
  pdf: enterpriseCertificateCalls.pdf,
  batch: enterpriseCertificateCalls.batch,
  useChange() {
    const send = useSend(enterpriseCertificateCalls.submit);
    return {
      busy: send.isPending,
      change: (id, change, onSuccess) => send.mutate({ id, ...change }, { onSuccess }),
    };
  },
};

/** Makes the PDFs of a class in the background. */
export function BatchButton({ side, classId }: { side: CertificateSide; classId: string }) {
  const t = useTexts();
  const batch = useSend(side.batch);
  const start = () =>
    batch.mutate(
      { classId },
      {
        onSuccess: () => {
          notify("success", t("certificate.batchStarted"));
          openJobs();
        },
      },
    );
  return (
    <Button loading={batch.isPending} onClick={start}>
      {t("certificate.batch")}
    </Button>
  );
}

/**
 * What can be done with a certificate.
 * @param show shows it on screen instead of its PDF
 * @returns `dialogs` have to be on the page
 */
export function useCertificateActions<R extends AnyRow>(
  side: CertificateSide,
  show?: (row: R) => void,
): { rowActions: (row: R) => RowAction[]; dialogs: ReactNode } {
  const t = useTexts();
  const label = useLabel();
  const [revoking, setRevoking] = useState<R | null>(null);
  const save = side.useChange();
  // A refusal is said by the call.
  const pdf = (row: R) => void invoke(side.pdf, { id: row.id }).then(saveAs, () => undefined);
  const revoked = (row: R) => (row.isValid === "isValid" ? null : label(validity.codes.unValid));
  const rowActions = (row: R): RowAction[] => [
    { key: "pdf", label: t("certificate.pdf"), disabled: revoked(row), run: () => (show ?? pdf)(row) },
    ...(can(`${side.resource}_print`) && row.isValid === "isValid" && row.print !== "1"
      ? [{ key: "print", label: t("certificate.print"), run: () => save.change(row.id, { print: "1" }) }]
      : []),
    ...(can(`${side.resource}_revoke`)
      ? [
          {
            key: "revoke",
            label: t("certificate.revoke"),
            danger: true,
            disabled: revoked(row),
            run: () => setRevoking(row),
          },
        ]
      : []),
  ];
  const dialogs = (
    <ReasonDialog
      open={revoking !== null}
      action={t("certificate.revoke")}
      danger
      busy={save.busy}
      onClose={() => setRevoking(null)}
      onSubmit={(invalidReason) =>
        revoking && save.change(revoking.id, { isValid: "unValid", invalidReason }, () => setRevoking(null))
      }
    />
  );
  return { rowActions, dialogs };
}
