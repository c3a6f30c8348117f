import { testApplicationCalls as calls } from "@jipei/contract/assessment/test-application.calls.ts";
import { testApplicationMachine } from "@jipei/contract/assessment/test-application.machine.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useIsOf } from "../../core/session/session.ts";

/** Test applications as the bureau decides on them, and those an assessor is assigned to. */
export default function TestsPage() {
  const bureau = useIsOf("bureau");
  return (
    <CrudPage
      entity={TestApplication}
      calls={{ list: bureau ? calls.listOfBureau : calls.listOfPerson, export: calls.export }}
      resource="test_apply"
      columns={[
        { field: "testApplyNo", width: 148 },
        { field: "className", width: 240 },
        "confirmType",
        "gradeStatus",
        "studentCount",
        "wishTestDate",
        "testDate",
        "orgName",
        "level",
        "testMode",
        "print",
      ]}
      search={[
        "testApplyNo",
        "orgName",
        "className",
        "courseName",
        "level",
        "testMode",
        "confirmType",
        "print",
        "testDate",
      ]}
      card={["className", "confirmType", "testDate"]}
      queue={{ waits: (row) => row.confirmType === "unConfirm", since: "commitTime" }}
      machine={testApplicationMachine}
      moves={{ back: { call: calls.confirmSubmit, with: { confirmType: "back" } } }}
      open={(row) => `${bureau ? "/test/org" : "/ass/task"}/${(row as { id: string }).id}`}
    />
  );
}
