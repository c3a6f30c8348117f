import { validity } from "@jipei/contract/core/fields/flags.ts";
import { certificateCalls as calls } from "@jipei/contract/assessment/certificate.calls.ts";
import { certificateMachine } from "@jipei/contract/assessment/certificate.machine.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import type { CertificateRow } from "@jipei/contract/assessment/certificate.ts";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/id-number-column.ts";
import { saveAs } from "../../core/files/download.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { getAudience, can, useSession } from "../../core/session/session.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { useSend } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";

const CertificateSheet = lazyPart(() => import("./certificate-sheet.tsx").then((part) => part.default));

const lists = {
  bureau: calls.listOfBureau,
  institution: calls.listOfOrg,
  person: calls.list,
  enterprise: calls.list,
} as const;

/** Room for a whole certificate number. */
const number = { field: "certNo", width: 224 } as const;
const name = { field: "name", width: 96 } as const;

const ownColumns = [number, "certKind", "courseName", "level", "orgName", "issueDate", "isValid"] as const;
const columnsInClass = [number, name, idNumberColumn, "isValid", "print", "issueDate", "certKind"] as const;
const columnsEverywhere = [
  number,
  name,
  idNumberColumn,
  "isValid",
  "print",
  "courseName",
  "level",
  "orgName",
  "issueDate",
  "certKind",
] as const;
const ownSearch = ["certNo", "courseName", "certKind", "isValid"] as const;
const search = [
  "certNo",
  "name",
  "idNumber",
  "orgName",
  "courseName",
  "level",
  "certKind",
  "issueDate",
  "isValid",
  "print",
] as const;

/** Certificates with their PDF, print mark and revocation; of one class where it is given. */
export function CertificateList({ classId }: { classId?: string }) {
  const { info } = useSession();
  const audience = info ? getAudience(info) : "person";
  const own = audience === "person";
  const columns = classId === undefined ? columnsEverywhere : columnsInClass;
  const { rowActions, dialogs } = useCertificateActions(own);
  return (
    <>
      <CrudPage
        embedded={classId !== undefined}
        entity={Certificate}
        calls={{ list: lists[audience], detail: calls.detail, export: calls.export }}
        resource="certificate"
        machine={certificateMachine}
        fixed={classId === undefined ? undefined : { classId }}
        columns={own ? ownColumns : columns}
        search={own ? ownSearch : search}
        card={["courseName", "isValid", "certNo"]}
        rowActions={rowActions}
        actions={() => classId !== undefined && can("certificate_print") && <BatchButton classId={classId} />}
      />
      {dialogs}
    </>
  );
}

/** Makes the PDFs of a class in the background. */
function BatchButton({ classId }: { classId: string }) {
  const t = useTexts();
  const batch = useSend(calls.batch);
  const start = () => batch.mutate({ classId }, { onSuccess: () => notify("success", t("certificate.batchStarted")) });
  return (
    <Button loading={batch.isPending} onClick={start}>
      {t("certificate.batch")}
    </Button>
  );
}

/** What can be done with a certificate; a person is shown the own one first, with its code. @returns `dialogs` have to be on the page */
function useCertificateActions(own: boolean) {
  const t = useTexts();
  const label = useLabel();
  const [shown, setShown] = useState<CertificateRow | null>(null);
  const [revoking, setRevoking] = useState<CertificateRow | null>(null);
  const save = useSend(calls.submit);
  // A refusal is said by the call.
  const pdf = (row: CertificateRow) => void invoke(calls.pdf, { id: row.id }).then(saveAs, () => undefined);
  const rowActions = (row: CertificateRow): RowAction[] => [
    {
      key: "pdf",
      label: t("certificate.pdf"),
      disabled: row.isValid === "isValid" ? null : label(validity.codes.unValid),
      run: () => (own ? setShown(row) : pdf(row)),
    },
    ...(can("certificate_print") && row.isValid === "isValid" && row.print !== "1"
      ? [{ key: "print", label: t("certificate.print"), run: () => save.mutate({ id: row.id, print: "1" }) }]
      : []),
    ...(can("certificate_revoke")
      ? [
          {
            key: "revoke",
            label: t("certificate.revoke"),
            danger: true,
            disabled: row.isValid === "isValid" ? null : label(validity.codes.unValid),
            run: () => setRevoking(row),
          },
        ]
      : []),
  ];
  const dialogs = (
    <>
      <ReasonDialog
        open={revoking !== null}
        action={t("certificate.revoke")}
        danger
        busy={save.isPending}
        onClose={() => setRevoking(null)}
        onSubmit={(invalidReason) =>
          save.mutate({ id: revoking?.id, isValid: "unValid", invalidReason }, { onSuccess: () => setRevoking(null) })
        }
      />
      {shown && (
        <Suspense fallback={null}>
          <CertificateSheet row={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
  return { rowActions, dialogs };
}
