import { orgAttachType } from "@jipei/contract/core/fields/codes.ts";
import { validity } from "@jipei/contract/core/fields/flags.ts";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import {
  OrganisationDocument,
  type OrganisationDocumentRow,
  organisationDocumentCalls,
} from "@jipei/contract/providers/organisation-document.ts";
import { organisationCalls } from "@jipei/contract/providers/organisation.ts";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { formatDateTime } from "../core/format/dates.ts";
import { Confirm } from "../core/dialog/dialog.tsx";
import { FileList } from "../core/files/file-list.tsx";
import { useTexts as useCoreTexts } from "../core/i18n/core-texts.ts";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { useOffered } from "../core/api/use-offered.ts";
import { DueDate } from "../core/format/due-date.tsx";
import { lazyPart } from "../core/ui/lazy-part.ts";
import "../core/theme/common.css";
import { FieldTable } from "../core/ui/field-table.tsx";
import "./providers.css";

const AddDocument = lazyPart(() => import("./document-dialog.tsx").then(({ DocumentDialog }) => DocumentDialog));

interface Props {
  documents: readonly OrganisationDocumentRow[];
  /** May documents be added and taken out. */
  editable: boolean;
}

export const getFile = (row: OrganisationDocumentRow): FileItem => ({
  attId: row.attId,
  fileName: row.fileName ?? "",
  fileType: row.fileType ?? "",
  fileSize: row.fileSize ?? 0,
  attLink: row.attLink ?? "",
});

/** The filing documents by kind, so that what is missing is seen as well. */
export function DocumentSet({ documents, editable }: Props) {
  const label = useLabel();
  const core = useCoreTexts();
  const offered = useOffered();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [dropping, setDropping] = useState<OrganisationDocumentRow | null>(null);
  const kinds = offered(
    orgAttachType,
    documents.map((row) => row.attachType),
  );
  return (
    <section className="document-set">
      <FieldTable name={label(OrganisationDocument)}>
        <thead>
          <tr>
            <th scope="col">{label(["材料类型", "Kind of document"])}</th>
            <th scope="col">{label(["文件", "File"])}</th>
            <th scope="col">{label(["材料有效期", "Valid until"])}</th>
            <th scope="col">{label(["上传时间", "Uploaded"])}</th>
            {editable && <th scope="col">{core("common.actions")}</th>}
          </tr>
        </thead>
        <tbody>
          {kinds.map(([type, entry]) => (
            <KindRows
              key={type}
              type={type}
              name={label(entry)}
              rows={documents.filter((row) => row.attachType === type)}
              editable={editable}
              onEdit={setEditing}
              onDrop={setDropping}
            />
          ))}
        </tbody>
      </FieldTable>
      <DropQuestion row={dropping} onClose={() => setDropping(null)} />
      <Suspense fallback={null}>{editing && <AddDocument of={editing} onClose={() => setEditing(null)} />}</Suspense>
    </section>
  );
}

/** A document whose day is changed, or the kind of a new one. */
type Editing = OrganisationDocumentRow | OrganisationDocumentRow["attachType"];

interface KindProps {
  type: OrganisationDocumentRow["attachType"];
  name: string;
  rows: readonly OrganisationDocumentRow[];
  editable: boolean;
  onEdit: (editing: Editing) => void;
  onDrop: (row: OrganisationDocumentRow) => void;
}

/** The documents of one kind, or that there is none. */
function KindRows({ type, name, rows, editable, onEdit, onDrop }: KindProps) {
  const label = useLabel();
  const add = editable && (
    <Button size="small" onClick={() => onEdit(type)}>
      {label(["上传", "Upload"])}
    </Button>
  );
  if (rows.length === 0)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td colSpan={3} className="missing">
          {label(["未上传", "Not uploaded"])}
        </td>
        {editable && <td>{add}</td>}
      </tr>
    );
  return rows.map((row, i) => (
    <tr key={String(row.id)}>
      {i === 0 && (
        <th scope="row" rowSpan={rows.length}>
          {name}
        </th>
      )}
      <td className={row.isValid === "unValid" ? "ended" : undefined}>
        <FileList files={[getFile(row)]} />
        {row.isValid === "unValid" && <StatusTag codes={validity} value="unValid" />}
      </td>
      <td>
        <DueDate day={row.expireDate} />
      </td>
      <td className="numeric">{row.createTime && formatDateTime(row.createTime)}</td>
      {editable && (
        <td>
          <div className="toolbar">
            {i === 0 && add}
            {row.isValid === "isValid" && (
              <>
                <Button size="small" onClick={() => onEdit(row)}>
                  {label(["有效期", "Valid until"])}
                </Button>
                <Button size="small" danger onClick={() => onDrop(row)}>
                  {label(["移出", "Remove"])}
                </Button>
              </>
            )}
          </div>
        </td>
      )}
    </tr>
  ));
}

/** Asks before a document is taken out. @param row closed without one */
function DropQuestion({ row, onClose }: { row: OrganisationDocumentRow | null; onClose: () => void }) {
  const label = useLabel();
  const drop = async ({ id }: OrganisationDocumentRow) => {
    onClose();
    await invoke(organisationDocumentCalls.submit, { attachmentEntityList: [], delList: [{ id: String(id) }] });
    notify("success", label(["已移出", "Removed"]));
    await refreshAfter(organisationDocumentCalls.submit, [organisationCalls.usedByOrg]);
  };
  return (
    <Confirm
      open={row !== null}
      danger
      title={label(["移出材料", "Remove the document"])}
      onOk={() => row && void drop(row).catch(() => undefined)}
      onClose={onClose}
    >
      {label([
        `确定移出“${row?.fileName ?? ""}”？已作为审核依据的材料仍会保留，标为无效。`,
        `Take out “${row?.fileName ?? ""}”? What an approval rested on stays, marked invalid.`,
      ])}
    </Confirm>
  );
}
