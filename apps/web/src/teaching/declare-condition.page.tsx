import { DeclareCondition, declareConditionCalls } from "@jipei/contract/teaching/declare-condition.ts";
import { CrudPage } from "../core/crud-page.tsx";

export default function DeclareConditionPage() {
  return (
    <CrudPage
      entity={DeclareCondition}
      calls={declareConditionCalls}
      resource="declare_condition"
      columns={[
        "occupationName",
        "occupationCode",
        "level",
        "conditionNo",
        "minWorkYears",
        "prevLevel",
        "prevYears",
        "minEducation",
        "minAge",
      ]}
      card={["occupationName", "level", "conditionNo"]}
      form={[
        { title: ["适用职业", "Occupation"], fields: ["occupationCode", "occupationName", "level", "conditionNo"] },
        {
          title: ["条件", "Condition"],
          fields: ["conditionText", "minAge", "minWorkYears", "prevLevel", "prevYears", "minEducation", "remark"],
        },
      ]}
      initial={{ minAge: 16, conditionNo: 1 }}
    />
  );
}
