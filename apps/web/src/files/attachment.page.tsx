import { Attachment, type AttachmentRow, attachmentCalls } from "@jipei/contract/files/attachment.ts";
import { StorageProvider, storageProviderCalls } from "@jipei/contract/files/storage-provider.ts";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { download } from "../core/files/download.ts";
import { FileList } from "../core/files/file-list.tsx";
import { formatKb } from "../core/format/numbers.ts";
import { useTexts } from "./texts.ts";
import { refSource } from "../core/form/ref-source.ts";

const { list, detail, remove, export: exported } = attachmentCalls;

const getFile = ({ id, fileName, fileSize, fileType, attLink }: AttachmentRow): FileItem => ({
  attId: id,
  fileName,
  fileSize: fileSize ?? 0,
  fileType: fileType ?? "",
  attLink: attLink ?? "",
});

/** All uploaded files: whose they are, where they lie, what needs them. */
export default function AttachmentPage() {
  const t = useTexts();
  return (
    <CrudPage
      entity={Attachment}
      calls={{ list, detail, remove, export: exported }}
      resource="attach"
      columns={[
        { field: "fileName", width: 200 },
        "fileType",
        {
          field: "fileSize",
          title: ["大小", "Size"],
          width: 110,
          render: (row: AttachmentRow) => <span className="numeric">{formatKb(row.fileSize ?? 0)}</span>,
        },
        "ownerKind",
        "useCount",
        "uploader",
        { field: "createTime", title: ["上传时间", "Uploaded"] },
        { field: "domain", width: 120 },
      ]}
      search={["fileName", "ownerKind", "createTime", "uploader", "providerId", "fileSize"]}
      card={["fileName", "ownerKind", "createTime"]}
      view={[
        {
          fields: [
            "fileName",
            "originalName",
            "fileType",
            "ownerKind",
            "useCount",
            "uploader",
            "createTime",
            "domain",
            "downloadCount",
          ],
        },
        { fields: ["sha256"] },
      ]}
      refs={{
        providerId: refSource({
          entity: StorageProvider,
          list: storageProviderCalls.list,
          detail: storageProviderCalls.detail,
          note: "remark",
        }),
      }}
      frozen={(row: AttachmentRow) =>
        row.useCount ? ["附件已被业务引用，不能删除", "The attachment is in use"] : null
      }
      rowActions={(row: AttachmentRow) => [
        { key: "download", label: t("download"), run: () => void download(getFile(row)).catch(() => undefined) },
      ]}
      below={(row: AttachmentRow) => (
        <section aria-label={t("file")}>
          <h3>{t("file")}</h3>
          <FileList files={[getFile(row)]} />
        </section>
      )}
    />
  );
}
