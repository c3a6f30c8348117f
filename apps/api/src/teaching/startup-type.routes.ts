import { StartupType, startupTypeCalls } from "@jipei/contract/teaching/startup-type.ts";
import { crudRoutes } from "../core/crud.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { validRows } from "./teaching.scope.ts";

export const startupTypeRoutes = crudRoutes(startupTypeCalls, {
  entity: StartupType,
  resource: "entrepreneurial_type",
  scope: validRows,
  async beforeSave(tx, _actor, merged) {
    await refuseTwin(tx, StartupType, merged["id"], { typeNo: merged["typeNo"] });
    return {};
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "DEPENDENCY_IN_USE",
      rows.map((row) => row["id"]),
      ["course.entrepreneurial_type_id"],
    ),
});
