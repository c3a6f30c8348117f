import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { testApplicationCalls as calls } from "@jipei/contract/assessment/test-application.calls.ts";
import { testApplicationMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { Button } from "antd";
import { useGo } from "../../core/page/link.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { can } from "../../core/session/session.ts";
import { useTexts } from "../texts.ts";

/** Test applications of the user's institution. */
export default function MyTestsPage() {
  const t = useTexts();
  const go = useGo();
  return (
    <CrudPage
      entity={TestApplication}
      calls={{ list: calls.listOfOrg, remove: calls.remove, export: calls.export }}
      resource="test_apply"
      columns={[
        { field: "testApplyNo", width: 148 },
        { field: "className", width: 240 },
        "confirmType",
        "gradeStatus",
        "studentCount",
        "wishTestDate",
        "testDate",
        "testKind",
        "testMode",
      ]}
      search={["testApplyNo", "className", "courseName", "testKind", "testMode", "confirmType", "testDate"]}
      card={["className", "confirmType", "testDate"]}
      machine={testApplicationMachine}
      moves={{
        commit: { call: calls.confirm, with: { confirmType: "unConfirm" } },
        invalidate: { call: calls.confirmSubmit, with: { confirmType: "Invalidate" } },
      }}
      open={(row) => `/my/test/${(row as { id: string }).id}`}
      frozen={(row) =>
        leadsFrom(testApplicationMachine, "commit", row.confirmType)
          ? null
          : ["已提交的申请不能删除", "A submitted application cannot be deleted"]
      }
      actions={() =>
        can("test_apply_add") && (
          <Button type="primary" onClick={() => void go("/my/test/new")}>
            {t("test.add")}
          </Button>
        )
      }
    />
  );
}
