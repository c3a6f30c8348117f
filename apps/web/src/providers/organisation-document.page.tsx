import {
  OrganisationDocument,
  type OrganisationDocumentRow,
  organisationDocumentCalls,
} from "@jipei/contract/providers/organisation-document.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { FileList } from "../core/files/file-list.tsx";
import { DueDate } from "../core/format/due-date.tsx";
import { getFile } from "./document-set.tsx";

const { list, detail, export: download } = organisationDocumentCalls;
const due = {
  field: "expireDate",
  width: 200,
  render: (row: OrganisationDocumentRow) => <DueDate day={row.expireDate} />,
} as const;

/** Filing documents of all institutions: what is about to expire is found here. */
export default function OrganisationDocumentPage() {
  return (
    <CrudPage
      entity={OrganisationDocument}
      calls={{ list, detail, export: download }}
      resource="institution_attachment"
      columns={[
        "orgName",
        {
          field: "fileName",
          width: 280,
          render: (row: OrganisationDocumentRow) => <FileList files={[getFile(row)]} />,
        },
        "attachType",
        due,
        "isValid",
        "createTime",
      ]}
      search={["orgName", "attachType", "expireDate", "isValid"]}
      card={["fileName", "orgName", "attachType", due]}
      view={["orgName", "attachType", "attId", "expireDate", "isValid", "createTime", "remark"]}
    />
  );
}
