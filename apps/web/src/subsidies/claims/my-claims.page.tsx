import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { subsidyApplicationMachine } from "@jipei/contract/subsidies/subsidy-application.machine.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { Button } from "antd";
import { useGo } from "../../core/page/link.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { can } from "../../core/session/session.ts";
import { listMoves, orgClaims } from "./claim-calls.ts";
import { useTexts } from "../texts.ts";

/** Claims of the user's institution. */
export default function MyClaimsPage() {
  const t = useTexts();
  const go = useGo();
  return (
    <CrudPage
      entity={SubsidyApplication}
      calls={orgClaims}
      resource="subsidy_apply"
      columns={[
        { field: "applyNo", width: 148 },
        { field: "className", width: 240 },
        "status",
        "payStatus",
        "personCount",
        "applyAmount",
        "approvedAmount",
        "commitTime",
        "subsidyKind",
      ]}
      search={["applyNo", "className", "subsidyKind", "status", "payStatus", "commitTime"]}
      card={["className", "status", "applyAmount"]}
      machine={subsidyApplicationMachine}
      moves={{ commit: listMoves.commit, recall: listMoves.recall }}
      open={(row) => `/my/subsidy/${row.id}`}
      frozen={(row) =>
        leadsFrom(subsidyApplicationMachine, "commit", row.status)
          ? null
          : ["审核中的申请不能删除", "A claim under review cannot be deleted"]
      }
      actions={() =>
        can("subsidy_apply_add") && (
          <Button type="primary" onClick={() => void go("/my/subsidy/new")}>
            {t("claims.add")}
          </Button>
        )
      }
    />
  );
}
