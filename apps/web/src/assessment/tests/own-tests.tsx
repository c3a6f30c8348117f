import { testApplicationCalls as calls } from "@jipei/contract/assessment/test-application.calls.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useLabel } from "../../core/i18n/language.ts";

/** When and where a person is assessed. */
export function OwnTests() {
  const label = useLabel();
  return (
    <section aria-labelledby="own-tests">
      <h2 id="own-tests">{label(["考核安排", "My assessments"])}</h2>
      <CrudPage
        embedded
        entity={TestApplication}
        calls={{ list: calls.listOfPerson }}
        resource="test_apply"
        columns={[{ field: "className", width: 240 }, "testDate", { field: "testPlace", width: 200 }, "confirmType"]}
        card={["className", "testDate", "testPlace"]}
      />
    </section>
  );
}
