import type { WholeEnterpriseClass } from "@jipei/contract/training/enterprise-class.calls.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { getAudience, useSession } from "../../core/session/session.ts";
import { BureauEnterpriseClaims, OwnEnterpriseClaims } from "./enterprise-claim-list.tsx";

/** Claims for one class of an enterprise. */
export default function EnterpriseClaimSection({ id, row }: SectionProps<WholeEnterpriseClass>) {
  const { info } = useSession();
  if (info !== null && getAudience(info) === "enterprise")
    return <OwnEnterpriseClaims of={{ id, runState: row.runState, trainKind: row.trainKind }} />;
  return <BureauEnterpriseClaims classId={id} />;
}
