import {
  OrganisationDocument,
  type OrganisationDocumentRow,
  organisationDocumentCalls,
} from "@jipei/contract/providers/organisation-document.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { FormDialog } from "../core/dialog/form-dialog.tsx";
import { refreshAfter } from "../core/api/refresh-after.ts";

interface Props {
  /** The kind of a new document, or the one whose last day changes. */
  of: OrganisationDocumentRow["attachType"] | OrganisationDocumentRow;
  onClose: () => void;
}

/** Uploads one document of a kind, or changes until when one is valid. */
export function DocumentDialog({ of, onClose }: Props) {
  const isNew = typeof of === "string";
  return (
    <FormDialog
      open
      entity={OrganisationDocument}
      sections={[{ fields: isNew ? ["attachType", "attId", "expireDate", "remark"] : ["expireDate", "remark"] }]}
      row={isNew ? null : of}
      initial={isNew ? { attachType: of } : undefined}
      submit={organisationDocumentCalls.submit}
      inputOf={(input) => ({ attachmentEntityList: [input], delList: [] })}
      onDone={() => void refreshAfter(organisationCalls.usedByOrg)}
      onClose={onClose}
    />
  );
}
