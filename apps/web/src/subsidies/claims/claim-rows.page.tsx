import {
  lineCalls,
  lineExport,
  lineListOfBureau,
  lineListOfOrg,
  lineTotalOfBureau,
  lineTotalOfOrg,
} from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { Money } from "../../core/format/money.tsx";
import { useIsOf } from "../../core/session/session.ts";
import { useCall } from "../../core/api/use-call.ts";
import { Payable } from "../payment/payable.tsx";
import { useTexts } from "../texts.ts";
import "../subsidies.css";

/** Rows of all claims in sight, with sums over everything the filters let through. */
export default function ClaimRowsPage() {
  const own = useIsOf("institution");
  const orgName = own ? [] : (["orgName"] as const);
  return (
    <CrudPage
      entity={SubsidyLine}
      calls={{ list: own ? lineListOfOrg : lineListOfBureau, detail: lineCalls.detail, export: lineExport }}
      resource="subsidy_apply_detail"
      columns={[
        "applyNo",
        "name",
        "idNumber",
        "detailStatus",
        {
          field: "payableAmount",
          title: ["应补金额（元）", "Payable (yuan)"],
          width: 148,
          total: false,
          render: (row) => <Payable line={row} />,
        },
        { field: "applyAmount", title: ["申请金额（元）", "Claimed (yuan)"] },
        { field: "approvedAmount", title: ["核定金额（元）", "Approved (yuan)"] },
        ...orgName,
        "level",
        "personCategory",
        "certNo",
        "certIssueDate",
        "attendanceRate",
        "trialResult",
      ]}
      search={[
        "applyNo",
        "name",
        "idNumber",
        ...orgName,
        "level",
        "personCategory",
        "detailStatus",
        "trialResult",
        "certIssueDate",
      ]}
      card={["name", "detailStatus", "applyAmount"]}
      actions={({ params }) => <Totals own={own} params={params} />}
    />
  );
}

function Totals({ own, params }: { own: boolean; params: Readonly<Record<string, unknown>> }) {
  const t = useTexts();
  const found = useCall(own ? lineTotalOfOrg : lineTotalOfBureau, params, { keepPrevious: true });
  if (!found.data) return null;
  return (
    <span className="review-sum">
      {t("create.total")} <Money value={found.data.applyAmount} strong /> /{" "}
      <Money value={found.data.approvedAmount} strong />
    </span>
  );
}
