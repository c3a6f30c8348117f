import { level } from "@jipei/contract/core/fields/codes.ts";

interface Naming {
  organisation: { orgName: string; orgShortName?: string | null };
  offer: { courseName: string; level: keyof typeof level.codes };
  /** Classes of the same course before this one. */
  before: number;
}

/** The usual name of a class: institution, course, level, and the how manieth of its kind. Stored data is Chinese in either language. */
export function usualName({ organisation, offer, before }: Naming): string {
  const word = level.codes[offer.level][0].split("/")[0] ?? "";
  // Courses of several levels carry theirs in the name.
  return `${organisation.orgShortName || organisation.orgName}${offer.courseName}${offer.courseName.includes(word) ? "" : word}第${before + 1}期`;
}
