import type { EvidenceLink } from "@jipei/contract/subsidies/finding.ts";
import { sql } from "kysely";
import type { Db } from "../../core/database/db.ts";
import { type EntryOf, getEntriesOf } from "../../core/entity/audit.ts";
import type { Difference } from "./differences.ts";

/** An entry of the history behind a difference. */
export type Author = EntryOf<Proof>;
/** What proves a difference; of a lesson its class. */
interface Proof {
  bizType: string;
  bizId: string;
  classId: string | null;
}

/** Evidence that names a class, and is about its lessons. */
const ofLessons = new Set(["Attendance", "Lesson"]);
/** Evidence whose history says who asked, not who changed what was answered. */
const lookUp = "ExtQuery";

/**
 * Who last changed what proves a difference, as far as the history of it tells; of attendance the change of that person's entry.
 * @returns undefined for what no history tells, such as the answer of a register
 */
export async function findAuthors(
  db: Db,
  differences: readonly Difference[],
): Promise<(difference: Difference) => Author | undefined> {
  const [first] = differences;
  if (!first) return () => undefined;
  const evidence = differences.flatMap((one) => one.evidence);
  const rows = evidence.filter(({ entity }) => entity !== lookUp && !ofLessons.has(entity));
  const classes = evidence.filter(({ entity }) => ofLessons.has(entity)).map(({ id }) => id);
  // Written a moment before the earlier check was stored, a change may have come after its facts were read.
  const between = [
    sql<string>`${first.since}::timestamptz - interval '5 minutes'`,
    sql<string>`${first.runTime}::timestamptz + interval '5 minutes'`,
  ] as const;
  const history = await getEntriesOf<Proof>(
    db,
    sql`select distinct biz_type, biz_id, null::text as class_id
        from unnest(${rows.map(({ entity }) => entity)}::text[], ${rows.map(({ id }) => id)}::text[]) as e (biz_type, biz_id)
      union all select 'Lesson', x.id::text, x.class_id::text from lecture x where x.class_id = any(${[...new Set(classes)]}::bigint[])`,
    between,
  );
  return (difference) =>
    history.find(
      (entry) =>
        difference.evidence.some((link) => proves(link, entry)) &&
        (entry.bizType !== "Lesson" || concerns(entry, difference.studentId)),
    );
}

const proves = ({ entity, id }: EvidenceLink, { bizType, bizId, classId }: Author) =>
  classId === null ? entity === bizType && id === bizId : ofLessons.has(entity) && id === classId;

/** Whether the attendance of a student differs before and after a correction of a lesson; a first entry has nothing before it. */
const concerns = ({ before, after }: Author, studentId: string | null): boolean =>
  !isByStudent(before) || !isByStudent(after) || studentId === null || before[studentId] !== after[studentId];

const isByStudent = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
