import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { PublicCertificate } from "@jipei/contract/assessment/certificate.calls.ts";
import { certKind, level } from "@jipei/contract/core/fields/codes.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Body } from "../../core/foundation/streams.ts";
import { type Paper, assertPrintable, drawCode, drawFrame, drawn, ink, newPaper, soft } from "../../core/print/pdf.ts";

/** What is printed: the public facts, the code of the public page, and the photo. */
export interface PrintedCertificate extends PublicCertificate {
  verifyCode: string;
  /** jpg or png; null where the file cannot be read. */
  photo: Buffer | null;
}

const pages: Readonly<Record<string, string>> = { "5": "/certInfocy" };
/** Whose certificates are printed: the address of the server without a slash at the end, and the tenant. */
export type Printer = Pick<Services, "tenantId"> & { settings: Pick<Services["settings"], "publicUrl"> };

/**
 * The address in the printed code. It has number and verification code, so that the page shows the result at once, and the tenant, whose
 * domain may change or be missing.
 */
export function publicAddress(
  { settings, tenantId }: Printer,
  { certKind, certNo, verifyCode }: Pick<PrintedCertificate, "certKind" | "certNo" | "verifyCode">,
): string {
  const query = new URLSearchParams({ certNo, verifyCode, ...(tenantId !== installation && { tenantId }) });
  return `${settings.publicUrl}${pages[certKind] ?? "/certInfo"}?${query}`;
}

/**
 * Certificates as one PDF, a page each (A4 landscape). The stream is lazy: pages are drawn, and errors thrown, only while it is read.
 * @param pages called every few pages with the number of pages so far; what it throws ends the stream with that error
 * @throws FIELD_INVALID for a name the font cannot print, rather than an empty box on paper
 */
export function certificatePdf(
  certificates: readonly PrintedCertificate[],
  printer: Printer,
  pages?: (done: number) => Promise<void>,
): Body {
  const title = certificates.length === 1 ? (certificates[0]?.certNo ?? "") : "证书";
  const document = newPaper(title, "landscape");
  for (const certificate of certificates) assertPrintable(document, certificate.name);
  const steps = certificates.map((certificate) => () => drawPage(document, certificate, printer));
  return drawn(document, steps, pages);
}

function drawPage(document: Paper, certificate: PrintedCertificate, printer: Printer): void {
  document.addPage();
  const { width, height } = document.page;
  drawFrame(document);
  const kind = certKind.codes[certificate.certKind]?.[0] ?? "";
  document.font("bold").fontSize(34).fillColor(ink).text(kind, 0, 72, { width, align: "center", characterSpacing: 6 });
  document
    .font("regular")
    .fontSize(11)
    .fillColor(soft)
    .text(certKind.codes[certificate.certKind]?.[1] ?? "", 0, 122, { width, align: "center" });
  drawPhoto(document, certificate.photo);
  drawFacts(document, certificate);
  drawCode(document, publicAddress(printer, certificate), `扫码查验　查询码 ${certificate.verifyCode}`);
  document.font("regular").fontSize(13).fillColor(ink);
  document.text(`发证单位：${certificate.issueOrg ?? ""}`, width - 360, height - 128, { width: 300, align: "right" });
  document.text(`发证日期：${certificate.issueDate}`, width - 360, height - 104, { width: 300, align: "right" });
}

function drawPhoto(document: Paper, photo: Buffer | null): void {
  const box = { x: 84, y: 176, width: 105, height: 147 };
  if (photo)
    try {
      document.image(photo, box.x, box.y, { cover: [box.width, box.height], align: "center", valign: "center" });
    } catch {
      // A picture that pdfkit cannot read leaves the frame empty; the certificate is valid without it.
    }
  document.lineWidth(0.5).strokeColor(soft).rect(box.x, box.y, box.width, box.height).stroke();
}

function drawFacts(document: Paper, certificate: PrintedCertificate): void {
  const levelWord = certificate.level && certificate.level !== "0" ? level.codes[certificate.level as "1"][0] : null;
  const facts: [string, string | null | undefined][] = [
    ["姓名", certificate.name],
    ["证件号码", certificate.idNumber],
    ["证书编号", certificate.certNo],
    ["职业（工种）", certificate.occupationName],
    ["等级", levelWord],
    ["培训课程", certificate.courseName],
    ["培训机构", certificate.orgName],
    [
      "培训时间",
      certificate.trainStartDate && certificate.trainEndDate
        ? `${certificate.trainStartDate} 至 ${certificate.trainEndDate}，${certificate.trainHours ?? "—"} 课时`
        : null,
    ],
    ["考核成绩", findScores(certificate)],
    ["有效期止", certificate.expireDate],
  ];
  let y = 176;
  for (const [name, value] of facts) {
    if (!value) continue;
    document.font("regular").fontSize(13).fillColor(soft).text(name, 230, y, { width: 96 });
    document
      .font(name === "姓名" ? "bold" : "regular")
      .fillColor(ink)
      .text(value, 330, y, { width: 400 });
    y = Math.max(document.y, y + 18) + 7;
  }
}

const findScores = ({ theoryScore, practiceScore, totalScore }: PrintedCertificate): string | null =>
  [theoryScore && `理论 ${theoryScore}`, practiceScore && `实操 ${practiceScore}`, totalScore && `总评 ${totalScore}`]
    .filter(Boolean)
    .join("　") || null;
