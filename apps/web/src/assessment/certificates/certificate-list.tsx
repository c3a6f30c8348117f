import { certificateCalls as calls } from "@jipei/contract/assessment/certificate.calls.ts";
import { certificateMachine } from "@jipei/contract/assessment/certificate.machine.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import type { CertificateRow } from "@jipei/contract/assessment/certificate.ts";
import { Suspense, useState } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";
import { getAudience, can, useSession } from "../../core/session/session.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { BatchButton, institutionCertificates, useCertificateActions } from "./certificate-actions.tsx";

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
  const [shown, setShown] = useState<CertificateRow | null>(null);
  // A person is shown the own one first, with its code.
  const { rowActions, dialogs } = useCertificateActions<CertificateRow>(
    institutionCertificates,
    own ? setShown : undefined,
  );
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
        actions={() =>
          classId !== undefined &&
          can("certificate_print") && <BatchButton side={institutionCertificates} classId={classId} />
        }
      />
      {dialogs}
      {shown && (
        <Suspense fallback={null}>
          <CertificateSheet row={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
