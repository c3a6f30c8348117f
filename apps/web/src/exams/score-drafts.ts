import type { GradeRow } from "@jipei/contract/exams/grade.ts";
import { RowDrafts } from "../core/row-drafts.ts";

export type Part = "theoryScore" | "practiceScore" | "reviewScore";
type Typed = Pick<GradeRow, Part | "isAbsent" | "isCheat">;

/** Until when a score passed before is kept and not taken again; null where the part is taken. */
export const keptUntil = (row: GradeRow, part: Part): string | null =>
  part === "theoryScore" ? row.keepTheory : part === "practiceScore" ? row.keepPractice : null;

/** What is typed into a score sheet and not saved. */
export class ScoreDrafts extends RowDrafts<Typed> {
  /** A score that was deleted is none. */
  override changes(): (Partial<Typed> & { id: string })[] {
    return super
      .changes()
      .map(
        (draft) =>
          Object.fromEntries(
            Object.entries(draft).map(([name, value]) => [name, value === "" ? null : value]),
          ) as Partial<Typed> & { id: string },
      );
  }
}
