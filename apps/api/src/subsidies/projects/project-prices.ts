import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { Refusal, worded } from "../../core/foundation/refusal.ts";

/** Kind that is paid at the price of a project. */
export const project = "08";

/** What a completed project pays for each person of its classes who is certified. */
export interface ProjectPrice {
  projectId: string;
  projectNo: string | null;
  projectName: string;
  /** Yuan. */
  unitPrice: string;
}

/** A project, whose price per person (yuan) may be missing: then it sets none. */
type Project = Pick<ProjectPrice, "projectNo" | "projectName"> & { id: string; unitPrice: string | null };

/** The price of the project that a class belongs to. */
export const findProjectPrice = (db: Db, classId: string): Promise<ProjectPrice | undefined> =>
  db
    .selectFrom("projectPrice")
    .select(["projectId", "projectNo", "projectName", "unitPrice"])
    .where("classId", "=", classId)
    .executeTakeFirst();

/**
 * Two reviewers have completed a project: its classes are claimed for at its price (rules §6.1, §19-23).
 * @throws DUPLICATE where another project has a price for one of them
 */
export async function setProjectPrice(
  tx: Tx,
  { id: projectId, projectNo, projectName, unitPrice }: Project,
  classIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ className: string; projectName: string }>`
    select t.class_name, p.project_name from project_price p join training t on t.id = p.class_id
    where p.class_id = any(${classIds}::bigint[]) and p.project_id <> ${projectId} limit 1`.execute(tx);
  const [other] = rows;
  if (other)
    throw new Refusal("DUPLICATE", {
      field: {
        zh: `班级（${other.className}已属于项目${other.projectName}）`,
        en: `Class (${other.className} belongs to ${other.projectName})`,
      },
    });
  await sql`insert into project_price (class_id, project_id, project_no, project_name, unit_price)
    select id, ${projectId}, ${projectNo}, ${projectName}, ${unitPrice}::numeric from unnest(${classIds}::bigint[]) as id where ${unitPrice}::numeric > 0`.execute(
    tx,
  );
}

/** A completed project goes back: no class is claimed for at its price any more. @throws STATE_ILLEGAL once one is */
export async function dropProjectPrice(tx: Tx, projectId: string): Promise<void> {
  const { rows } = await sql<{ applyNo: string | null; className: string }>`
    select c.apply_no, t.class_name from project_price p join subsidy_application c on c.class_id = p.class_id join training t on t.id = p.class_id
    where p.project_id = ${projectId} and c.subsidy_kind = ${project} and c.is_deleted = 0 limit 1`.execute(tx);
  const [claim] = rows;
  if (claim)
    throw worded("STATE_ILLEGAL", [
      `班级${claim.className}已按本项目申领补贴${claim.applyNo ?? ""}，项目不能退回`,
      `${claim.className} has been claimed for at the price of this project ${claim.applyNo ?? ""}; it cannot be returned`,
    ]);
  await tx.deleteFrom("projectPrice").where("projectId", "=", projectId).execute();
}
