import type { WholeEnterpriseClass } from "@jipei/contract/training/enterprise-class.calls.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { useIsOf } from "../../core/session/session.ts";
import { BureauEnterpriseTests, OwnEnterpriseTests } from "./enterprise-test-list.tsx";

/** Test applications of one class of an enterprise. */
export default function EnterpriseAssessmentSection({ id, row }: SectionProps<WholeEnterpriseClass>) {
  if (useIsOf("enterprise")) return <OwnEnterpriseTests of={{ id, runState: row.runState }} />;
  return <BureauEnterpriseTests classId={id} />;
}
