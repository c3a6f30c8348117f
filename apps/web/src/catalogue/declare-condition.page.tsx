import { declareConditionResource } from "@jipei/contract/catalogue/declare-condition.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";

export default function DeclareConditionPage() {
  return (
    <CrudPage
      {...declareConditionResource}
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
