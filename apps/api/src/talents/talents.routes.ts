import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import { jsyxCalls } from "@jipei/contract/talents/jsyx-record.ts";
import { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { sql } from "kysely";
import type { Db } from "../core/database/db.ts";
import { crudRoutes } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { formImporter } from "../core/excel/import/form-import.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Domain, reads, writes } from "../core/http/implement.ts";
import { reviewedSubmit } from "../work-records/work-records.queries.ts";
import { findCertified, takeCertified } from "./certified-workers.ts";
import { jsyxLifecycle, jsyxOptions, jsyxScope } from "./jsyx-record.ts";
import { technicianOptions, technicianScope } from "./technician.ts";

/** Valid records of whoever has this name and number. */
async function findByNumber(
  db: Db,
  { name, idNumber }: InputOf<typeof technicianCalls.find>,
  app: Services,
): Promise<OutputOf<typeof technicianCalls.find>> {
  const hash = app.cipher.hash(idNumber.trim().toUpperCase());
  const { rows } = await sql<OutputOf<typeof technicianCalls.find>[number]>`
    select id, occupation_name, level, work_unit from technician
    where id_number_hash = ${hash} and name = ${name.trim()} and is_valid = 'isValid' and is_deleted = 0 order by level, issue_date desc, id`.execute(
    db,
  );
  return rows;
}

/** The register of skilled workers, and the studies that they are sent to. */
export const talents: Domain = {
  name: "talents",
  owners: [technicianOptions, jsyxOptions],
  routes: [
    ...crudRoutes(technicianCalls, technicianOptions),
    reads(technicianCalls.certified, (db) => findCertified(db)),
    writes(technicianCalls.takeCertified, takeCertified),
    reads(technicianCalls.find, (db, _actor, input, app) => findByNumber(db, input, app)),
    exporter(technicianOptions.entity, technicianCalls.export, { scope: technicianScope }),
    ...crudRoutes(jsyxCalls, jsyxOptions, {
      submit: writes(jsyxCalls.submit, reviewedSubmit(jsyxOptions, jsyxLifecycle)),
    }),
    exporter(jsyxOptions.entity, jsyxCalls.export, { scope: jsyxScope }),
  ],
  importers: [formImporter(technicianCalls.import, technicianOptions)],
  constraints: {
    technician_once: "DUPLICATE",
    jsyx_record_once: "DUPLICATE",
    jsyx_record_reviewers: "SAME_REVIEWER",
  },
};
