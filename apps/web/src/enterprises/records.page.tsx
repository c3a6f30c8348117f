import { enterpriseAccountMachine } from "@jipei/contract/enterprises/enterprise-account.machine.ts";
import {
  EnterpriseTotal,
  type EnterpriseTotalRow,
  enterpriseTotalCalls,
} from "@jipei/contract/enterprises/enterprise-total.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { RegionText } from "../core/form/region-control.tsx";
import { chinaToday } from "../core/format/dates.ts";
import { RecordParts } from "./record-parts.tsx";
import { RecordTotals } from "./record-totals.tsx";
import { accountMoves, bureauForm, carriedOver, controls, ownForm, recordView } from "./record-form.ts";

const { list, detail, submit, remove, export: download } = enterpriseTotalCalls;
const thisYear = () => Number(chinaToday().slice(0, 4));

/** 企业台账: the records of all enterprises, of each year. */
export default function RecordsPage() {
  return <Records own={false} />;
}

const isAccountFiled = ({ accountState }: EnterpriseTotalRow) => accountState === "2";

/** Records of enterprises. @param last the newest one of the enterprise whose page it is; a new one begins as it was */
export function Records({ own, last }: { own: boolean; last?: EnterpriseTotalRow }) {
  return (
    <CrudPage
      entity={EnterpriseTotal}
      calls={{ list, detail, submit, remove, export: download }}
      resource="enterprise_total"
      columns={[
        "entName",
        "year",
        { field: "accountState", title: ["收款账户", "Account"] },
        "isBlack",
        { field: "employeeCount", title: ["职工总数", "Employees"] },
        { field: "insuredCount", title: ["参保人数", "Insured"] },
        { field: "planTrainCount", title: ["计划培训人次", "Trainings planned"] },
        { field: "trainedCount", title: ["已培训人次", "Trainings finished"] },
        { field: "certCount", title: ["取证人数", "Certified"] },
        { field: "subsidyAmount", title: ["已拨付（元）", "Paid (yuan)"] },
        "entNo",
        { field: "regionCode", width: 160, render: (row: EnterpriseTotalRow) => <RegionText code={row.regionCode} /> },
        "entScale",
        "industryCode",
        { field: "isHighRisk", title: ["高危行业", "High risk"] },
        ...(own ? (["creditCode"] as const) : []),
      ]}
      search={["entName", "creditCode", "year", "accountState", "isBlack", "regionCode", "entScale", "isHighRisk"]}
      searchControls={controls}
      card={["entName", "year", "accountState"]}
      form={own ? ownForm : bureauForm}
      view={recordView}
      controls={controls}
      initial={{ isHighRisk: "0", ...(last && carriedOver(last)), year: thisYear() }}
      locked={(row) => (row ? ["entId", "year"] : [])}
      needed={(row) => (row || own ? [] : ["entId"])}
      queue={own ? undefined : { waits: isAccountFiled, since: "accountTime" }}
      machine={enterpriseAccountMachine}
      moves={accountMoves}
      actions={({ params }) => !own && <RecordTotals params={params} />}
      below={(row) => <RecordParts row={row} />}
    />
  );
}
