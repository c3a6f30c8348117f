import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Button } from "antd";
import { useGo } from "../../core/page/link.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { can, useIsOf } from "../../core/session/session.ts";
import { bureauClaims, orgClaims } from "./claim-calls.ts";
import { useTexts } from "../texts.ts";

/** Claims of one class. */
export default function ClaimSection({ id, row }: SectionProps<WholeClass>) {
  const t = useTexts();
  const go = useGo();
  const own = useIsOf("institution");
  const certified = row.runState === "certified";
  return (
    <CrudPage
      embedded
      entity={SubsidyApplication}
      calls={own ? { list: orgClaims.list } : bureauClaims}
      resource="subsidy_apply"
      fixed={{ classId: id }}
      columns={[
        "applyNo",
        "subsidyKind",
        "status",
        "payStatus",
        "personCount",
        "applyAmount",
        "approvedAmount",
        "publicityEnd",
        "payDate",
      ]}
      card={["applyNo", "status", "applyAmount"]}
      open={(claim) => (own ? `/my/subsidy/${claim.id}` : `/subsidy/org/${claim.id}`)}
      actions={() =>
        can("subsidy_apply_add") &&
        certified && (
          <Button type="primary" onClick={() => void go(`/my/subsidy/new?classId=${id}`)}>
            {t("claims.add")}
          </Button>
        )
      }
    />
  );
}
