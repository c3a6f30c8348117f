import { DeclareCondition, declareConditionCalls } from "@jipei/contract/teaching/declare-condition.ts";
import { crudRoutes } from "../core/crud.ts";
import { refuseTwin, refuseUsed } from "../core/references.ts";
import { invalidField } from "../core/refusal.ts";
import { allRows } from "./teaching.scope.ts";

export const declareConditionRoutes = crudRoutes(declareConditionCalls, {
  entity: DeclareCondition,
  resource: "declare_condition",
  scope: allRows,
  async beforeSave(tx, _actor, merged) {
    if (merged["prevYears"] != null && merged["prevLevel"] == null)
      throw invalidField(
        "prevLevel",
        "需持有证书等级",
        "Certificate held",
        "填写持证年限时须选择证书等级",
        "needed where years since that certificate are given",
      );
    await refuseTwin(
      tx,
      DeclareCondition,
      merged["id"],
      { occupationCode: merged["occupationCode"], level: merged["level"], conditionNo: merged["conditionNo"] },
      "DUPLICATE",
      { field: { zh: "该职业等级的条件序号", en: "This number of a condition for the occupation and level" } },
    );
    return {};
  },
  beforeRemove: (tx, _actor, rows) =>
    refuseUsed(
      tx,
      "CONDITION_IN_USE",
      rows.map((row) => row["id"]),
      ["course.declare_condition_id"],
    ),
});
