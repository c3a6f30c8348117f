import { enterpriseTestCalls as calls } from "@jipei/contract/assessment/enterprise-test.calls.ts";
import { EnterpriseTest } from "@jipei/contract/assessment/enterprise-test.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";

/** 考核成绩 of the staff of the own enterprise, as far as it may know them. */
export default function StaffGradesPage() {
  return (
    <CrudPage
      entity={EnterpriseTest}
      calls={{ list: calls.getEnterpriseTest, export: calls.export }}
      resource="enterprise_test"
      columns={[
        { field: "name", width: 110 },
        { field: "className", width: 220 },
        "theoryScore",
        "practiceScore",
        "reviewScore",
        "totalScore",
        "result",
        "isAbsent",
        "gradeStatus",
        "publishTime",
        "level",
        "examineeNo",
      ]}
      search={["name", "result", "gradeStatus", "publishTime", "level", "isAbsent"]}
      card={["name", "result", "totalScore"]}
      open={(row) => `/ent/test/${row.testApplyId}`}
    />
  );
}
