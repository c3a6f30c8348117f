import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { enterpriseClaimCalls as calls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import { enterpriseClaimMachine } from "@jipei/contract/subsidies/subsidy-application.machine.ts";
import { type EnterpriseClassRow, apprenticeship } from "@jipei/contract/training/enterprise-class.ts";
import { Button } from "antd";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useGo } from "../../core/page/link.ts";
import { can } from "../../core/session/session.ts";
import { useTexts } from "../texts.ts";
import { enterpriseListMoves } from "./claim-calls.ts";
import { kindColumn } from "./claim-kind.tsx";

const number = { field: "applyNo", width: 148 } as const;
const className = { field: "className", width: 220 } as const;
/** Running states of classes that may be claimed for; pre-job training has no certificates, and apprenticeships are paid in advance in part. */
const claimable: ReadonlySet<string> = new Set(["graded", "certified"]);
const isClaimable = ({ runState, trainKind }: Pick<EnterpriseClassRow, "runState" | "trainKind">) =>
  claimable.has(runState ?? "") || (trainKind === apprenticeship && runState === "running");

/** Claims of the own enterprise; of one class where it is given. */
export function OwnEnterpriseClaims({ of }: { of?: Pick<EnterpriseClassRow, "id" | "runState" | "trainKind"> }) {
  const t = useTexts();
  const go = useGo();
  return (
    <CrudPage
      embedded={of !== undefined}
      entity={EnterpriseSubsidyApplication}
      calls={{ list: calls.getEnterpriseSubsidyApply, remove: calls.remove, export: calls.export }}
      resource="enterprise_subsidy_apply"
      fixed={of && { classId: of.id }}
      columns={[
        number,
        className,
        "status",
        "payStatus",
        "personCount",
        "applyAmount",
        "approvedAmount",
        "commitTime",
        kindColumn,
      ]}
      search={["applyNo", "className", "subsidyKind", "isAdvance", "status", "payStatus", "commitTime"]}
      card={["className", "status", "applyAmount"]}
      machine={enterpriseClaimMachine}
      moves={enterpriseListMoves}
      open={(row) => `/ent/subsidy/${row.id}`}
      frozen={(row) =>
        leadsFrom(enterpriseClaimMachine, "commit", row.status)
          ? null
          : ["审核中的申请不能删除", "A claim under review cannot be deleted"]
      }
      actions={() =>
        can("enterprise_subsidy_apply_add") &&
        (!of || isClaimable(of)) && (
          <Button type="primary" onClick={() => void go(of ? `/ent/subsidy/new?classId=${of.id}` : "/ent/subsidy/new")}>
            {t("claims.add")}
          </Button>
        )
      }
    />
  );
}

/** Claims for one class of an enterprise, as the bureau sees them. */
export function BureauEnterpriseClaims({ classId }: { classId: string }) {
  return (
    <CrudPage
      embedded
      entity={EnterpriseSubsidyApplication}
      calls={{ list: calls.list, export: calls.export }}
      resource="enterprise_subsidy_apply"
      fixed={{ classId }}
      columns={[
        number,
        kindColumn,
        "status",
        "payStatus",
        "personCount",
        "applyAmount",
        "approvedAmount",
        "publicityEnd",
        "payDate",
      ]}
      search={["applyNo", "subsidyKind", "status", "payStatus"]}
      card={["applyNo", "status", "applyAmount"]}
      open={(row) => `/subsidy/ent/${row.id}`}
    />
  );
}
