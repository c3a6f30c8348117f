import { readRow } from "../core/database/rows.ts";
import { crudRoutes } from "../core/entity/crud.ts";
import { exporter } from "../core/excel/export.ts";
import { formImporter } from "../core/excel/import/form-import.ts";
import { invalidValue } from "../core/foundation/refusal.ts";
import { type Route, reads, writes } from "../core/http/implement.ts";
import type { RecordKind } from "./kinds.ts";
import { getReporter } from "./reporter.ts";
import { reviewedSubmit } from "./reviewed-submit.ts";
import { countChain } from "./work-record.chain.ts";
import { recordLifecycle } from "./work-record.lifecycle.ts";
import { recordOptions } from "./work-record.options.ts";

/** The routes of a kind, and its import. */
export function recordRoutes(kind: RecordKind) {
  const { entity, calls } = kind;
  const options = recordOptions(kind);
  const submit = reviewedSubmit(options, recordLifecycle(kind));
  const routes: Route[] = [
    ...crudRoutes(calls, options, { submit: writes(calls.submit, submit) }),
    reads(calls.chain, async (db, actor, draft) => {
      const saved = draft.id ? await readRow(db, entity, options.scope, actor, draft.id) : await getReporter(db, actor);
      const row = { ...saved, ...draft };
      const { workYear, workPeriod } = row;
      if (!workYear || !workPeriod) throw invalidValue(entity, "workPeriod", "请选择", "please choose");
      return countChain(db, actor, kind, { ...row, workYear, workPeriod });
    }),
    exporter(entity, calls.export, { scope: options.scope }),
  ];
  return { routes, importer: formImporter(calls.import, options) };
}
