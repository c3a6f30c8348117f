import { type ClaimKind, isAdvance, preJob } from "../claim/class-facts.ts";

/** A file of a claim, as far as its kind is told by it. */
export interface ClaimFile {
  fileName: string;
  /** Ending that fits the content; the upload refuses others. */
  fileType: string;
  /** Bytes. */
  fileSize: number;
  sha256: string;
}

/** Documents a claim needs; each is a file of its own that is called so. */
const documents: readonly (readonly [
  zh: string,
  en: string,
  words: RegExp,
  only?: "withFee" | "withCertificates" | "withAttendance",
])[] = [
  ["花名册", "roster", /花名册|名册|roster/i],
  ["考勤表", "attendance sheet", /考勤|签到|attendance/i, "withAttendance"],
  ["证书清单", "certificate list", /证书|certificate/i, "withCertificates"],
  ["签章申请表", "signed application", /申请|application/i],
  ["收费票据", "fee invoice", /票据|发票|收据|invoice/i, "withFee"],
];

/** What a kind of claim is proved by: an advance is asked for before there is anything to prove, and pre-job training ends without a certificate. */
export const getNeeds = (kind: ClaimKind) => ({
  withCertificates: kind.subsidyKind !== preJob && !isAdvance(kind),
  withAttendance: !isAdvance(kind),
});

/** Endings of papers that can be read or printed: a text file signs nothing. */
const readable = new Set(["pdf", "ofd", "jpg", "jpeg", "png", "webp", "doc", "docx", "xls", "xlsx"]);
/** Bytes that the smallest page of any of them takes. */
const leastBytes = 200;

/**
 * Documents that no file of a claim stands for (AT23). One file stands for one document, whatever its name mentions, and a file that was attached twice
 * counts once.
 * @param needs whether the class charges its students, and what `getNeeds` says of the kind
 */
export function missingDocuments(
  files: readonly ClaimFile[],
  needs: { withFee: boolean } & ReturnType<typeof getNeeds>,
): { zh: string; en: string }[] {
  const papers = [
    ...new Map(
      files
        .filter(({ fileType, fileSize }) => readable.has(fileType.toLowerCase()) && fileSize >= leastBytes)
        .map((file) => [file.sha256, file]),
    ).values(),
  ];
  const wanted = documents.filter(([, , , only]) => !only || needs[only]);
  /** Which document each file stands for. */
  const standsFor = new Map<ClaimFile, (typeof wanted)[number]>();
  const missing = wanted.filter((document) => !assign(document, new Set()));
  return missing.map(([zh, en]) => ({ zh, en }));

  /** Finds a file for a document; one that stands for another document is taken where that one finds another file. */
  function assign(document: (typeof wanted)[number], tried: Set<ClaimFile>): boolean {
    for (const file of papers) {
      if (tried.has(file) || !document[2].test(file.fileName)) continue;
      tried.add(file);
      const other = standsFor.get(file);
      if (other && !assign(other, tried)) continue;
      standsFor.set(file, document);
      return true;
    }
    return false;
  }
}
