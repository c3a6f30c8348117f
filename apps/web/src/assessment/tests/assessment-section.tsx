import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { testApplicationCalls as calls } from "@jipei/contract/assessment/test-application.calls.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import { Button } from "antd";
import { useGo } from "../../core/page/link.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { can, useIsOf } from "../../core/session/session.ts";
import { useTexts } from "../texts.ts";

const assessable = new Set(["ended", "testing", "graded", "certified"]);

/** Test applications of one class. */
export default function AssessmentSection({ id, row }: SectionProps<WholeClass>) {
  const t = useTexts();
  const go = useGo();
  const own = useIsOf("institution");
  return (
    <CrudPage
      embedded
      entity={TestApplication}
      calls={{ list: own ? calls.listOfOrg : calls.list }}
      resource="test_apply"
      fixed={{ classId: id }}
      columns={[
        "testApplyNo",
        "testKind",
        "testMode",
        "confirmType",
        "gradeStatus",
        "studentCount",
        "wishTestDate",
        "testDate",
        "testPlace",
      ]}
      card={["testApplyNo", "confirmType", "testDate"]}
      open={(test) => `${own ? "/my/test" : "/test/org"}/${(test as { id: string }).id}`}
      actions={() =>
        can("test_apply_add") &&
        assessable.has(String(row.runState)) && (
          <Button
            type="primary"
            onClick={() => void go(`/my/test/new?classId=${id}&testKind=${row.runState === "ended" ? "1" : "2"}`)}
          >
            {t("test.add")}
          </Button>
        )
      }
    />
  );
}
