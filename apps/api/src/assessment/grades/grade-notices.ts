import { gradeResult } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import type { Db } from "../../core/database/db.ts";
import type { StoredGrade } from "./grade-columns.ts";

/** The word for a result in text messages, which are in Chinese. */
export const getResultWord = (result: StoredGrade["result"]): string =>
  result === null || result === "0" ? "" : getLabels(gradeResult, result).zh;

/** Encrypted phone numbers of students, by their ids. */
export async function getPhones(db: Db, studentIds: readonly string[]): Promise<Map<string, string>> {
  if (studentIds.length === 0) return new Map();
  const found = await db.selectFrom("trainee").select(["id", "phone"]).where("id", "in", studentIds).execute();
  return new Map(found.map(({ id, phone }) => [id, phone]));
}
