import { question } from "../core/foundation/ports.ts";

/** By its id: somebody holds a certificate from the class. */
export const classIsCertified = question<string>("is the class certified?");
/** By its id: a class has a claim beyond the draft. */
export const classIsClaimed = question<string>("is the class claimed?");

/** A training that a subsidy may be claimed for later. */
export interface PlannedTraining {
  trainKind: string;
  occupationCode: string;
  courseId: string;
  level: string;
  startupType: string | null;
  startupRank: number | null;
  /** yyyy-MM-dd; its calendar year counts for the yearly limit. */
  endDate: string;
}

/** What stands against a person's subsidised training: the level already subsidised, and how many trainings this year counts. */
export interface Blocker {
  personHash: string;
  /** Same or higher level of the same occupation that was claimed before; null for none. */
  level: string | null;
  inYear: number;
}

/** What stands against these people before they join a subsidised class, by person. */
export const trainingBlockers = question<
  { people: readonly string[]; training: PlannedTraining },
  ReadonlyMap<string, Blocker>
>("what stands against the people's training?");
