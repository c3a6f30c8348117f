import { certificateCalls as calls } from "@jipei/contract/assessment/certificate.calls.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import type { CertificateRow } from "@jipei/contract/assessment/certificate.ts";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { QRCode } from "antd";
import { invoke } from "../../core/api/call-client.ts";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { saveAs } from "../../core/files/download.ts";
import { chosenTenant } from "../../core/session/tenant.ts";
import { useTexts } from "../texts.ts";
import "./certificate-sheet.css";

const facts = [
  "certNo",
  "certKind",
  "name",
  "courseName",
  "occupationName",
  "level",
  "trainHours",
  "orgName",
  "issueOrg",
  "issueDate",
  "expireDate",
  "isValid",
] as const;

/** Where anybody can check the certificate: what its printed code leads to. */
function getCheckAddress({ certNo, certKind, verifyCode }: CertificateRow): string {
  const query = new URLSearchParams({ certNo: certNo ?? "", verifyCode: verifyCode ?? "" });
  if (chosenTenant() !== installation) query.set("tenantId", chosenTenant());
  return `${location.origin}${certKind === "5" ? "/certInfocy" : "/certInfo"}?${query}`;
}

/** A certificate on screen, to be shown to an employer: its facts and the code that proves it; downloaded from here. */
export default function CertificateSheet({ row, onClose }: { row: CertificateRow; onClose: () => void }) {
  const t = useTexts();
  // A refusal is said by the call.
  const download = () => void invoke(calls.pdf, { id: row.id }).then(saveAs, () => undefined);
  return (
    <Dialog
      open
      title={t("certificate.sheet")}
      width={480}
      submitText={t("certificate.download")}
      onSubmit={download}
      onClose={onClose}
    >
      <div className="certificate-sheet">
        <a href={getCheckAddress(row)} target="_blank" rel="noreferrer">
          <QRCode
            value={getCheckAddress(row)}
            type="svg"
            size={184}
            bordered={false}
            bgColor="#ffffff"
            color="#000000"
            aria-label={t("certificate.code")}
          />
        </a>
        <p className="unit">{t("certificate.scan")}</p>
      </div>
      <EntityView entity={Certificate} row={row} fields={facts} />
    </Dialog>
  );
}
