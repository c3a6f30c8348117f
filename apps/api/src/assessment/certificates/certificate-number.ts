import { randomInt } from "node:crypto";
import type { Tx } from "../../core/database/db.ts";
import { Refusal, invalidField } from "../../core/foundation/refusal.ts";
import { nextNumber, parameter } from "../../settings/settings.queries.ts";

export interface Numbering {
  certKind: string;
  level: string | null;
  issueDate: string;
  /** 13 characters of the evaluation body that may issue level certificates. */
  evalOrgCode: string | null;
  orgNo: string | null;
  /** Region of the institution, six digits or more. */
  regionCode: string;
}

/** Kinds that another body numbers and prints: their number is entered, never generated here. */
const numberedElsewhere: ReadonlySet<string> = new Set(["2", "3", "6"]);
export const isNumberedElsewhere = (certKind: string): boolean => numberedElsewhere.has(certKind);

/** Number formats by kind; a single-skill certificate (3) may have any letters and digits. */
const patterns: Readonly<Record<string, RegExp>> = {
  "1": /^[SY]\d{4}\d{2}\d{6}\d{2}[1-5]\d{6}$/,
  "2": /^\d{6}[0-4]\d{3}[1-5]\d{5}$/,
  "4": /^PX\d{6}20\d{2}\d{4}\d{6}$/,
  "5": /^CY\d{6}20\d{2}\d{4}\d{6}$/,
  "6": /^T\d{17}[\dX]$/,
};
/** Whether a number has the format of its kind. */
export const isCertificateNumber = (certKind: string, certNo: string): boolean =>
  patterns[certKind]?.test(certNo) ?? /^[A-Za-z0-9]{1,22}$/.test(certNo);

/** A level certificate, which only a filed evaluation body may number. */
export const levelCertificate = "1";

/**
 * The code of the body that numbers level certificates. @throws EVAL_ORG_REQUIRED without one, FIELD_INVALID for a body of another province
 */
export function getEvaluationBody({ evalOrgCode, regionCode }: Pick<Numbering, "evalOrgCode" | "regionCode">): string {
  if (!evalOrgCode) throw new Refusal("EVAL_ORG_REQUIRED");
  // The province of the body follows after one letter and four characters.
  if (evalOrgCode.slice(5, 7) === regionCode.slice(0, 2)) return evalOrgCode;
  throw invalidField(
    "evalOrgCode",
    "评价机构编码",
    "Code of the evaluation body",
    "省份与机构所属区划不一致",
    "its province is not that of the institution",
  );
}

/**
 * The next certificate number of a kind the platform numbers; its sequence belongs to the body or county, the year and the level or kind,
 * so that two issues at once never get the same number. @throws EVAL_ORG_REQUIRED, FIELD_INVALID for a body of another province, SERIAL_EXHAUSTED
 */
export async function certificateNumber(
  tx: Tx,
  { certKind, level, issueDate, evalOrgCode, orgNo, regionCode }: Numbering,
): Promise<string> {
  const year = issueDate.slice(0, 4);
  if (certKind === levelCertificate) {
    const body = getEvaluationBody({ evalOrgCode, regionCode });
    if (level === null || !/^[1-5]$/.test(level))
      throw invalidField(
        "level",
        "等级",
        "Level",
        "等级证书须有一至五级",
        "a level certificate needs a level from 1 to 5",
      );
    const sequence = await nextNumber(tx, "CERT_SEQ", { scope: `${body}-${level}`, year });
    return `${body}${year.slice(2)}${level}${sequence}`;
  }
  const county = await parameter(tx, "cert.region");
  const prefix = certKind === "5" ? "CY" : "PX";
  const sequence = await nextNumber(tx, "CERT_SEQ", { scope: `${prefix}${county}`, year });
  return `${prefix}${county}${year}${orgNo?.slice(1) ?? "0000"}${sequence}`;
}

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Eight characters that cannot be mistaken for one another. */
export const verifyCode = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("");
