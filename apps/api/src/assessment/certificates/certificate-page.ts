import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { certKind, level } from "@jipei/contract/core/fields/codes.ts";
import type { PublicCertificate } from "@jipei/contract/assessment/certificate.calls.ts";
import type { CodeEntry } from "@jipei/contract/core/fields/field.ts";
import type { HtmlPage } from "../../core/http/implement.ts";
import { type Html, html } from "../../core/api-docs/html.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import { lookUpCertificate } from "./certificate-lookup.ts";

/** The page of a scanned code, rendered by the server, so that any phone shows it at once and without script. */
const page = (path: string): HtmlPage => ({
  path,
  async render({ certNo, verifyCode }, language, ip, app) {
    if (typeof certNo !== "string" || typeof verifyCode !== "string") return null;
    const again = app.tenantId === installation ? path : `${path}?tenantId=${app.tenantId}`;
    try {
      const [certificate] = await lookUpCertificate(app, ip, { page: path.slice(1), certNo, verifyCode });
      return buildDocument(language, certificate ? getResult(language, certificate) : unknown(language), again);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return buildDocument(language, html`<p class="state bad">${language === "zh" ? error.zh : error.en}</p>`, again);
    }
  },
});
export const certificatePages: HtmlPage[] = ["/certInfo", "/certInfocy", "/pxzx"].map(page);

const words = {
  zh: {
    title: "证书查验",
    valid: "证书有效",
    revoked: "证书已作废",
    unknown: "未查到该证书，请核对证书编号和查询码。",
    again: "查询其他证书",
  },
  en: {
    title: "Certificate check",
    valid: "The certificate is valid",
    revoked: "The certificate was revoked",
    unknown: "No such certificate. Please check its number and verification code.",
    again: "Look up another certificate",
  },
} as const;
type Language = keyof typeof words;

const unknown = (language: Language) => html`<p class="state bad">${words[language].unknown}</p>`;

function getResult(language: Language, certificate: PublicCertificate): Html {
  const valid = certificate.isValid === "isValid";
  const pick = (zh: string, en: string) => (language === "zh" ? zh : en);
  const word = (entry: CodeEntry | undefined) => (entry ? entry[language === "zh" ? 0 : 1] : "");
  const facts: [string, string | null | undefined][] = [
    [pick("姓名", "Name"), certificate.name],
    [pick("证件号码", "ID number"), certificate.idNumber],
    [pick("证书编号", "Certificate number"), certificate.certNo],
    [pick("证书种类", "Kind"), word(certKind.codes[certificate.certKind])],
    [pick("职业（工种）", "Occupation"), certificate.occupationName],
    [
      pick("等级", "Level"),
      certificate.level ? word((level.codes as Record<string, CodeEntry>)[certificate.level]) : null,
    ],
    [pick("培训课程", "Course"), certificate.courseName],
    [pick("培训机构", "Institution"), certificate.orgName],
    [
      pick("培训时间", "Training"),
      certificate.trainStartDate && `${certificate.trainStartDate} – ${certificate.trainEndDate ?? ""}`,
    ],
    [pick("培训课时", "Hours"), certificate.trainHours],
    [pick("理论成绩", "Theory"), certificate.theoryScore],
    [pick("实操成绩", "Practice"), certificate.practiceScore],
    [pick("总成绩", "Total"), certificate.totalScore],
    [pick("发证单位", "Issued by"), certificate.issueOrg],
    [pick("发证日期", "Issued on"), certificate.issueDate],
    [pick("有效期止", "Valid until"), certificate.expireDate],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value
      ? [
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
        ]
      : [],
  );
  return html`<p class="state ${valid ? "good" : "bad"}">${valid ? words[language].valid : words[language].revoked}</p>
    <dl>${rows}</dl>`;
}

const style = `body{margin:0;background:#f4f6f8;color:#1f2733;font:16px/1.6 system-ui,"Noto Sans CJK SC","Microsoft YaHei",sans-serif}main{max-width:560px;margin:0 auto;padding:24px 16px}h1{font-size:20px}
.state{padding:14px 16px;border-radius:8px;font-size:20px;font-weight:700}.good{background:#e8f5ec;color:#1d7a3a}.bad{background:#fcebea;color:#b8201c}
dl{margin:0;padding:4px 16px;border-radius:8px;background:#fff}dl div{display:flex;gap:16px;padding:8px 0;border-bottom:1px solid #e2e6eb}dl div:last-child{border:0}dt{flex:0 0 7em;color:#56606e}dd{margin:0;overflow-wrap:anywhere}a{color:#0b66c3}`;

function buildDocument(language: Language, body: Html, path: string): string {
  const { title, again } = words[language];
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style>`;
  return `<!doctype html><html lang="${language === "zh" ? "zh-CN" : "en"}"><head>${head}</head>${html`<body><main><h1>${title}</h1>${body}<p><a href="${path}">${again}</a></p></main></body></html>`.text}`;
}
