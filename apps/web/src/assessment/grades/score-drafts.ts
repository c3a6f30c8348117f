import type { EnterpriseTestRow } from "@jipei/contract/assessment/enterprise-test.ts";
import type { GradeRow } from "@jipei/contract/assessment/grade.ts";
import { RowDrafts } from "../../core/form/row-drafts.ts";

export type Part = "theoryScore" | "practiceScore" | "reviewScore";
type Flag = "isAbsent" | "isCheat";
/** A row of a score sheet: a grade, or what an enterprise sees of one. */
export type SheetRow = Pick<GradeRow, Exclude<keyof GradeRow & keyof EnterpriseTestRow, "testApplyId" | Flag>> & {
  [F in Flag]: GradeRow[F] | null;
} & {
  /** Not told to enterprises, who check nothing. */
  scorerIds?: readonly string[] | null;
};
type Typed = Pick<SheetRow, Part | "isAbsent" | "isCheat">;

/** Whether a user entered scores of a row, also where somebody else entered the last one: then they neither check nor correct it. */
export const hasScored = ({ scorerIds }: SheetRow, userId: string | undefined): boolean =>
  userId !== undefined && (scorerIds ?? []).includes(userId);

/** Until when an earlier passed score stays valid, so that the part is not repeated; null where the part is taken. */
export function keptUntil(row: SheetRow, part: Part): string | null {
  return { theoryScore: row.keepTheory, practiceScore: row.keepPractice, reviewScore: row.keepReview }[part];
}

/** Unsaved entries of a score sheet. */
export class ScoreDrafts extends RowDrafts<Typed> {
  /** A deleted score counts as missing. */
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
