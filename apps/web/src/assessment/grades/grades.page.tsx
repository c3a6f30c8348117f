import { gradeCalls as calls } from "@jipei/contract/assessment/grade.calls.ts";
import { gradeMachine } from "@jipei/contract/assessment/grade.machine.ts";
import { Grade } from "@jipei/contract/assessment/grade.ts";
import { useGo } from "../../core/page/link.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { getAudience, canMove, useSession } from "../../core/session/session.ts";
import { OwnTests } from "../tests/own-tests.tsx";
import { useTexts } from "../texts.ts";

const lists = {
  bureau: calls.listOfBureau,
  institution: calls.listOfOrg,
  person: calls.listOfPerson,
  enterprise: calls.list,
} as const;

const scores = ["theoryScore", "practiceScore", "reviewScore", "totalScore", "result"] as const;

/** Grades that the user may see: all, those of their institution, or their own. Scores are entered and corrected on the page of the application. */
export default function GradesPage() {
  const t = useTexts();
  const navigate = useGo();
  const { info } = useSession();
  const audience = info ? getAudience(info) : "person";
  // Assessors see the persons whom they assess, besides their own grades.
  const own = audience === "person" && !info?.authority.includes("assessor");
  const orgName = audience === "institution" ? [] : (["orgName"] as const);
  const list = (
    <CrudPage
      entity={Grade}
      calls={{ list: lists[audience], detail: calls.detail, export: calls.export }}
      resource="grade"
      columns={
        own
          ? ["courseName", "level", ...scores, "publishTime"]
          : ["name", "idNumber", ...scores, ...orgName, "className", "examineeNo", "gradeStatus", "publishTime"]
      }
      search={
        own
          ? ["courseName", "level", "result"]
          : ["name", "idNumber", "className", ...orgName, "courseName", "level", "result", "gradeStatus", "publishTime"]
      }
      card={own ? ["courseName", "result", "totalScore"] : ["name", "result", "totalScore"]}
      machine={gradeMachine}
      rowActions={(row) =>
        row.gradeStatus === "2" && canMove(gradeMachine, "publish")
          ? [{ key: "correct", label: t("scores.correct"), run: () => void navigate(`/test/org/${row.testApplyId}`) }]
          : []
      }
    />
  );
  return own ? (
    <>
      {list}
      <OwnTests />
    </>
  ) : (
    list
  );
}
