import type { StartupName } from "../../catalogue/catalogue.queries.ts";
import type { ClaimedClass } from "../claim/class-facts.ts";
import { type Key, getKey, noOccupation } from "../../entitlements/entitlements.queries.ts";
import type { Answer, ProvincialRow, ProvincialSubsidy } from "./facts.ts";

/** A kind of start-up training, by which the province names it in one way or another. */
/**
 * The province's subsidies of one person, compared by the same key as our own.
 * @param claimed the class of the claim: an occupation the province calls by its code or its name is the same one
 * @param types kinds of start-up training, the only ones a rank is known of
 * @param own keys of what our own records have of the person
 */
export function getProvincial(
  answer: Answer<{ subsidies: ProvincialRow[] }>,
  claimed: ClaimedClass,
  types: readonly StartupName[],
  own: readonly Key[],
): Answer<{ subsidies: ProvincialSubsidy[] }> {
  if (answer.state !== "found") return answer;
  return { ...answer, data: { subsidies: answer.data.subsidies.map(readOne) } };

  function readOne(row: ProvincialRow): ProvincialSubsidy {
    const said = (value: unknown) => (value === null || value === undefined ? "" : String(value));
    const [code, name, kind] = [said(row.occupationCode), said(row.occupationName), said(row.subsidyKind)];
    const isClaimed =
      claimed.occupationCode === noOccupation
        ? name === claimed.courseName
        : code === claimed.occupationCode || name === claimed.occupationName;
    const type = types.find(({ typeNo, typeName }) =>
      [code, name].some((text) => text.includes(typeNo) || text.includes(typeName)),
    );
    const key = getKey({
      subsidyKind: kind,
      occupationCode: isClaimed ? claimed.occupationCode : code || name,
      courseId: isClaimed ? claimed.courseId : null,
      level: said(row.level),
      startupType: type?.typeNo ?? (name || code),
      startupRank: type?.rank ?? null,
    });
    return {
      key,
      subsidyKind: kind,
      year: (said(row.certIssueDate) || said(row.payDate)).slice(0, 4),
      amount: said(row.amount),
      payDate: said(row.payDate),
      unitName: said(row.unitName),
      isOwn: own.some((one) => sameKey(one, key)),
      unclear: key.family === "startup" && type === undefined,
    };
  }
}

/** Whether two trainings are the same one for the rules. */
export const sameKey = (a: Key, b: Key): boolean =>
  a.family === b.family && a.occupationCode === b.occupationCode && a.level === b.level;
