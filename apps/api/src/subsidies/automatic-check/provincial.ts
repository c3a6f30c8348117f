import { sql } from "kysely";
import type { StartupName } from "../../catalogue/catalogue.queries.ts";
import type { Db } from "../../core/database/db.ts";
import type { ClaimedClass } from "../claim/class-facts.ts";
import {
  type Key,
  type OwnTraining,
  getKey,
  getTrainings,
  noOccupation,
} from "../../entitlements/entitlements.queries.ts";
import type { Answer, ProvincialRow, ProvincialSubsidy } from "./facts.ts";

/** A training of our own records, with what the province may say of it. */
export interface KnownTraining extends OwnTraining {
  /** Occupation, or the course where there is none. */
  name: string | null;
  /** yyyy of the payment; null: not paid yet. */
  payYear: string | null;
}

/** SUBSIDY_KIND of start-up training. */
const startup = "04";

/** What our own records have of these people, by person. */
export async function getKnownTrainings(db: Db, people: readonly string[]): Promise<Map<string, KnownTraining[]>> {
  const trainings = await getTrainings(db, people);
  const { rows } = await sql<Pick<KnownTraining, "name" | "payYear"> & { id: string }>`
    select id, case occupation_code when ${noOccupation} then course_name else occupation_name end as name, to_char(pay_date, 'YYYY') as pay_year
    from subsidy_application where id = any(${trainings.map(({ applyId }) => applyId)}::bigint[])`.execute(db);
  const claims = new Map(rows.map((row) => [row.id, row]));
  const known = trainings.map((training): KnownTraining => {
    const { name = null, payYear = null } = claims.get(training.applyId) ?? {};
    return { ...training, name, payYear };
  });
  return Map.groupBy(known, ({ personHash }) => personHash);
}

/**
 * The province's subsidies of one person, compared by the same key as our own.
 * @param claimed the class of the claim: an occupation the province calls by its code or its name is the same one
 * @param types kinds of start-up training, the only ones a rank is known of
 * @param own what our own records have of the person
 */
export function getProvincial(
  answer: Answer<{ subsidies: ProvincialRow[] }>,
  claimed: ClaimedClass,
  types: readonly StartupName[],
  own: readonly KnownTraining[],
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
      occupationCode: isClaimed ? claimed.occupationCode : code || findCode(name) || name,
      courseId: isClaimed ? claimed.courseId : null,
      level: said(row.level),
      startupType: type?.typeNo ?? (kind === startup ? name || code : null),
      startupRank: type?.rank ?? null,
    });
    const [issueDate, payDate] = [said(row.certIssueDate), said(row.payDate)];
    const year = (issueDate || payDate).slice(0, 4);
    // A row that does not name the certificate is of the year of its payment (rules §19-19), which may be a later one.
    const isOfYear = (one: KnownTraining) => one.year === year || (issueDate === "" && one.payYear === year);
    return {
      key,
      subsidyKind: kind,
      year,
      amount: said(row.amount),
      payDate,
      unitName: said(row.unitName),
      isOwn: own.some((one) => sameKey(one, key) && one.subsidyKind === kind && isOfYear(one)),
      unclear: key.family === "startup" && type === undefined,
    };
  }

  /** The code of an occupation that the province calls by its name alone. */
  function findCode(name: string): string | undefined {
    return own.find((one) => one.name === name)?.occupationCode;
  }
}

/** Whether two trainings are the same one for the rules. */
export const sameKey = (a: Key, b: Key): boolean =>
  a.family === b.family && a.occupationCode === b.occupationCode && a.level === b.level;
