import type { MoveInput } from "../../core/entity/transition.ts";
import type { ClassFacts } from "./class-facts.ts";
import type { StudentEvidence } from "./student-evidence.ts";

/** What the calls on a roster bring besides the reason. */
export interface RosterInput extends MoveInput {
  /** What the registers answered, by student. */
  evidence?: ReadonlyMap<string, StudentEvidence>;
  /** The class that people change to, all classes concerned, and how many people move. */
  classId?: string;
  classes?: ReadonlyMap<string, ClassFacts>;
  count?: number;
  quitReason?: string | null;
}

/** What the registers answered about a student; asked before the move. */
export function getEvidence({ id }: { id: string }, { evidence }: RosterInput): StudentEvidence {
  const found = evidence?.get(id);
  if (!found) throw new Error(`no evidence of student ${id}`);
  return found;
}

/** One of the classes concerned; locked before the move. */
export function getClass({ classes }: RosterInput, classId: string | undefined): ClassFacts {
  const found = classId && classes?.get(classId);
  if (!found) throw new Error(`class ${classId} is not locked`);
  return found;
}
