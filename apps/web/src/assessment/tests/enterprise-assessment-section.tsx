import type { WholeEnterpriseClass } from "@jipei/contract/training/enterprise-class.calls.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { getAudience, useSession } from "../../core/session/session.ts";
import { BureauEnterpriseTests, OwnEnterpriseTests } from "./enterprise-test-list.tsx";

/** Test applications of one class of an enterprise. */
export default function EnterpriseAssessmentSection({ id, row }: SectionProps<WholeEnterpriseClass>) {
  const { info } = useSession();
  if (info !== null && getAudience(info) === "enterprise")
    return <OwnEnterpriseTests of={{ id, runState: row.runState }} />;
  return <BureauEnterpriseTests classId={id} />;
}
