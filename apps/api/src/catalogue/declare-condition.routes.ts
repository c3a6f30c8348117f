import { formImporter } from "../core/excel/import/form-import.ts";
import { DeclareCondition, declareConditionCalls } from "@jipei/contract/catalogue/declare-condition.ts";
import { type CrudOptions, crudRoutes } from "../core/entity/crud.ts";
import { refuseDuplicate, refuseUsed } from "../core/entity/references.ts";
import { invalidValue } from "../core/foundation/refusal.ts";
import { allRows } from "./catalogue.scope.ts";

const options: CrudOptions<typeof DeclareCondition> = {
  entity: DeclareCondition,
  resource: "declare_condition",
  scope: allRows,
  async beforeSave(tx, _actor, merged) {
    if (merged.prevYears != null && merged.prevLevel == null)
      throw invalidValue(
        DeclareCondition,
        "prevLevel",
        "填写持证年限时须选择证书等级",
        "needed where years since that certificate are given",
      );
    await refuseDuplicate(
      tx,
      DeclareCondition,
      merged.id,
      { occupationCode: merged.occupationCode, level: merged.level, conditionNo: merged.conditionNo },
      "DUPLICATE",
      { field: { zh: "该职业等级的条件序号", en: "This number of a condition for the occupation and level" } },
    );
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, DeclareCondition, rows, "CONDITION_IN_USE"),
};

export const declareConditionRoutes = crudRoutes(declareConditionCalls, options);
export const declareConditionImporter = formImporter(declareConditionCalls.import, options);
