import { InspectedPerson } from "@jipei/contract/inspection/inspected-person.ts";
import { Investigation } from "@jipei/contract/inspection/investigation.ts";
import { getLeastChecked } from "@jipei/contract/inspection/investigation-codes.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { readRow } from "../core/database/rows.ts";
import { getAudit } from "../core/entity/audit.ts";
import { readChildRows } from "../core/entity/child-rows.ts";
import { toResponse } from "../core/entity/to-response.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Services } from "../core/foundation/services.ts";
import { withFiles } from "../core/storage/files.ts";
import { inspectedPersonScope, investigationScope } from "./investigation.scope.ts";
import { getSampleFigures } from "./sample.ts";

/** An investigation as the detail shows it: with its sample, how many have to be checked, and its history. @throws NOT_FOUND */
export async function wholeInvestigation(db: Db, actor: Actor, id: string, app: Services) {
  const head = await readRow(db, Investigation, investigationScope, actor, id);
  await withFiles(db, Investigation, [head]);
  const { students } = await getSampleFigures(db, id);
  return {
    ...toResponse(Investigation, actor, app.cipher, head, "detail"),
    personList: await readChildRows(db, actor, app, InspectedPerson, {
      scope: inspectedPersonScope,
      where: sql`t.investigation_id = ${id}`,
      order: sql`t.place`,
      view: "detail",
    }),
    studentCount: students,
    leastChecked: getLeastChecked(students),
    auditList: await getAudit(db, actor, Investigation.name, id),
  };
}
