import { organisationMachine } from "@jipei/contract/providers/organisation.machine.ts";
import { OrganisationDocument } from "@jipei/contract/providers/organisation-document.ts";
import { Organisation, type OrganisationRow, organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { Alert } from "antd";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { FieldValue } from "../core/form/field-value.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { RegionText } from "../core/form/region-control.tsx";
import { DueDate } from "../core/format/due-date.tsx";
import { AccountList, accountTitle } from "../core/payee/account-list.tsx";
import { DocumentSet } from "./document-set.tsx";
import { bureauForm, cancelled, controls, filing, views } from "./organisation-form.ts";
import { organisationMoves } from "./organisation-moves.ts";
import type { WholeOrganisation } from "./pending-change.tsx";
import { PendingChange } from "./pending-change.tsx";

const { list, detail, submit, export: download } = organisationCalls;

/** All institutions for the bureau; those that wait for it stand on top. */
export default function OrganisationPage() {
  return (
    <CrudPage
      entity={filing}
      calls={{ list, detail, submit, export: download }}
      resource="org"
      columns={[
        "orgName",
        "orgNo",
        "state",
        {
          field: "changePending",
          render: (row: OrganisationRow) =>
            row.changePending === "1" && <FieldValue field={Organisation.fields.changePending} value="1" />,
        },
        "orgType",
        "creditGrade",
        { field: "regionCode", width: 160, render: (row: OrganisationRow) => <RegionText code={row.regionCode} /> },
        {
          field: "licenseExpireDate",
          width: 200,
          render: (row: OrganisationRow) => <DueDate day={row.licenseExpireDate} />,
        },
        "contactPhone",
      ]}
      search={[
        "orgName",
        "orgNo",
        "creditCode",
        "orgType",
        "state",
        "changePending",
        "creditGrade",
        "licenseExpireDate",
        "contactPhone",
      ]}
      card={["orgName", "state", "orgNo", "contactPhone"]}
      form={bureauForm}
      view={views}
      controls={controls}
      when={{ licenseFiles: ({ orgType, id }) => orgType === "1" && !id }}
      queue={{ waits: (row) => row.state === "unConfirm" || row.changePending === "1", since: "commitTime" }}
      machine={organisationMachine}
      moves={organisationMoves}
      formHead={<AccountNote />}
      frozen={(row: OrganisationRow) => (row.state === "Invalidate" ? cancelled : null)}
      below={(row) => <Below row={row} />}
    />
  );
}

function Below({ row }: { row: OrganisationRow & Partial<WholeOrganisation> }) {
  const label = useLabel();
  return (
    <>
      <PendingChange row={row} />
      <h2 className="section-title">{label(accountTitle)}</h2>
      <AccountList accounts={row.accountList ?? []} />
      <h2 className="section-title">{label(OrganisationDocument)}</h2>
      <DocumentSet documents={row.documentList ?? []} editable={false} />
    </>
  );
}

function AccountNote() {
  const label = useLabel();
  return (
    <Alert
      type="info"
      showIcon
      className="form-note"
      title={label([
        "银行账户须由另一人审核后生效；已备案机构的名称与账户一并审核，其余修改立即生效",
        "A bank account takes effect once another person has approved it, together with the name of a filed institution; anything else applies at once",
      ])}
    />
  );
}
