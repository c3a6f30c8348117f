import { enterpriseCertificateCalls as calls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import {
  EnterpriseCertificate,
  type EnterpriseCertificateRow,
} from "@jipei/contract/assessment/enterprise-certificate.ts";
import { enterpriseCertificateMachine } from "@jipei/contract/assessment/certificate.machine.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";
import { can } from "../../core/session/session.ts";
import { BatchButton, enterpriseCertificates, useCertificateActions } from "./certificate-actions.tsx";

/** Room for a whole certificate number. */
const number = { field: "certNo", width: 224 } as const;
const name = { field: "name", width: 96 } as const;

/** Certificates of the staff of enterprises with their PDF, print mark and revocation; of one class where it is given. */
export function EnterpriseCertificateList({ classId }: { classId?: string }) {
  const { rowActions, dialogs } = useCertificateActions<EnterpriseCertificateRow>(enterpriseCertificates);
  return (
    <>
      <CrudPage
        embedded={classId !== undefined}
        entity={EnterpriseCertificate}
        calls={{ list: calls.getTrainCertificate, detail: calls.detail, export: calls.export }}
        resource="enterprise_cert"
        machine={enterpriseCertificateMachine}
        fixed={classId === undefined ? undefined : { classId }}
        columns={
          classId === undefined
            ? [
                number,
                name,
                idNumberColumn,
                "isValid",
                "print",
                "courseName",
                "level",
                "entName",
                "issueDate",
                "certKind",
              ]
            : [number, name, idNumberColumn, "isValid", "print", "issueDate", "certKind"]
        }
        search={[
          "certNo",
          "name",
          "idNumber",
          "entName",
          "courseName",
          "level",
          "certKind",
          "issueDate",
          "isValid",
          "print",
        ]}
        card={["courseName", "isValid", "certNo"]}
        rowActions={rowActions}
        actions={() =>
          classId !== undefined &&
          can("enterprise_cert_print") && <BatchButton side={enterpriseCertificates} classId={classId} />
        }
      />
      {dialogs}
    </>
  );
}
