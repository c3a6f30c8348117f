import { organisationMachine } from "@jipei/contract/organisations/organisation.machine.ts";
import type { OrganisationDocumentRow } from "@jipei/contract/organisations/organisation-document.ts";
import { OrganisationDocument } from "@jipei/contract/organisations/organisation-document.ts";
import { Organisation, type OrganisationRow, organisationCalls } from "@jipei/contract/organisations/organisation.ts";
import { CrudPage } from "../core/crud-page.tsx";
import { FieldValue } from "../core/field-value.tsx";
import { useLabel } from "../core/i18n/language.ts";
import type { AnyRow } from "../core/ref-select.tsx";
import { RegionText } from "../core/region-control.tsx";
import { DueDate } from "../core/due-date.tsx";
import { DocumentSet } from "./document-set.tsx";
import { bureauForm, controls, filing, uploadKinds, views } from "./organisation-form.ts";
import { organisationMoves } from "./organisation-moves.ts";
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
        "siteArea",
        "fulltimeTeacherCount",
        "contact",
        "contactPhone",
        "createTime",
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
      uploadKinds={uploadKinds}
      when={{ licenseFiles: ({ orgType, id }) => orgType === "1" && !id }}
      machine={organisationMachine}
      moves={organisationMoves}
      frozen={(row: OrganisationRow) =>
        row.state === "Invalidate" ? ["机构已注销", "The institution is cancelled"] : null
      }
      below={(row: OrganisationRow) => <Below row={row} />}
    />
  );
}

function Below({ row }: { row: AnyRow }) {
  const label = useLabel();
  return (
    <>
      <PendingChange row={row} />
      <h2 className="section-title">{label(OrganisationDocument)}</h2>
      <DocumentSet documents={(row["documentList"] ?? []) as OrganisationDocumentRow[]} editable={false} />
    </>
  );
}
