/** Kinds of subsidy that exclude each other for one occupation. */
export type Family = "training" | "assessment" | "living" | "startup";

const families: Readonly<Record<string, Family>> = {
  "01": "training",
  "02": "training",
  "03": "training",
  "06": "training",
  "07": "training",
  "08": "training",
  "04": "startup",
  "05": "assessment",
  "09": "training",
  "10": "living",
};

const project = "08";

/** The family of a SUBSIDY_KIND code. A project that trains for a start-up pays for the same as kind 04. @param startupType of the course; null: another one */
export function getFamily(subsidyKind: string, startupType: string | null): Family {
  if (subsidyKind === project && startupType !== null) return "startup";
  return families[subsidyKind] ?? "training";
}

export const apprenticeship = "07";
/** Not paid for class days within an apprenticeship (rules §19-31). */
export const excludedByApprenticeship: readonly string[] = ["01", "02", "03"];

/** Stands for the occupation of a course that has none; such courses are compared one by one (rules §19-30). */
export const noOccupation = "0-00-00-00";

/** Assessment and living allowance do not count for the yearly limit; start-up training does. */
export const countsInYear = (subsidyKind: string): boolean => subsidyKind !== "05" && subsidyKind !== "10";
