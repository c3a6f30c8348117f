import { jsyxCalls, leastStudyHours } from "@jipei/contract/talents/jsyx-record.ts";
import { technicianCalls } from "@jipei/contract/talents/technician.ts";
import { crudRoutes } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { formImporter } from "../core/excel/import/form-import.ts";
import { type Domain, reads, writes } from "../core/http/implement.ts";
import { reviewedSubmit } from "../work-records/work-records.queries.ts";
import { findCertified, takeCertified } from "./certified-workers.ts";
import { jsyxLifecycle, jsyxOptions, jsyxScope } from "./jsyx-record.ts";
import { findWorkers, resolveWorkers } from "./find-workers.ts";
import { studyReminders } from "./reminders.ts";
import { technicianOptions, technicianScope } from "./technician.ts";

/** The register of skilled workers, and the studies that they are sent to. */
export const talents: Domain = {
  name: "talents",
  owners: [technicianOptions, jsyxOptions],
  routes: [
    ...crudRoutes(technicianCalls, technicianOptions),
    reads(technicianCalls.certified, findCertified),
    writes(technicianCalls.takeCertified, takeCertified),
    reads(technicianCalls.find, findWorkers),
    exporter(technicianOptions.entity, technicianCalls.export, { scope: technicianScope }),
    ...crudRoutes(jsyxCalls, jsyxOptions, {
      submit: writes(jsyxCalls.submit, reviewedSubmit(jsyxOptions, jsyxLifecycle)),
    }),
    exporter(jsyxOptions.entity, jsyxCalls.export, { scope: jsyxScope }),
  ],
  importers: [
    formImporter(technicianCalls.import, technicianOptions),
    formImporter(jsyxCalls.import, jsyxOptions, {
      columns: [
        { field: "technicianId", synonyms: ["证书编号", "Certificate number"], resolve: resolveWorkers },
        { field: "year", example: "2026" },
        { field: "studyHours", example: String(leastStudyHours) },
      ],
    }),
  ],
  timers: [studyReminders],
  constraints: {
    technician_once: "DUPLICATE",
    jsyx_record_once: "DUPLICATE",
    jsyx_record_reviewers: "SAME_REVIEWER",
  },
};
