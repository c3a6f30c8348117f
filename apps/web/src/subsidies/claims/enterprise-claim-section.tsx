import type { WholeEnterpriseClass } from "@jipei/contract/training/enterprise-class.calls.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { useIsOf } from "../../core/session/session.ts";
import { BureauEnterpriseClaims, OwnEnterpriseClaims } from "./enterprise-claim-list.tsx";

/** Claims for one class of an enterprise. */
export default function EnterpriseClaimSection({ id, row }: SectionProps<WholeEnterpriseClass>) {
  if (useIsOf("enterprise"))
    return <OwnEnterpriseClaims of={{ id, runState: row.runState, trainKind: row.trainKind }} />;
  return <BureauEnterpriseClaims classId={id} />;
}
