import { call, crudCalls } from "../core/call.ts";
import { orgAttachType } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, date, id, int, lookup, ref, text } from "../core/fields/field.ts";
import { list, optional, record, rowShape, saveShape } from "../core/fields/shape.ts";

/** Filing document of an institution; name, type and size are taken from the uploaded file, never from the client. */
export const OrganisationDocument = entity(
  "OrganisationDocument",
  "机构附件",
  "Filing document",
  {
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution"),
    attachType: code(orgAttachType, "材料类型", "Kind of document", "required"),
    attId: ref("Attachment", "文件", "File", "required"),
    fileName: text(200, "文件名", "File name", "computed", { always: true }),
    fileType: text(12, "文件类型", "File type", "computed", { always: true }),
    fileSize: int("文件大小", "File size", "computed", { unitZh: "字节", unitEn: "bytes", always: true }),
    attLink: text(500, "链接", "Link", "computed", { always: true }),
    prjId: text(20, "业务ID", "Business id"),
    flowNode: text(30, "流程节点", "Step of the process"),
    expireDate: date("材料有效期", "Valid until"),
    isValid: code(validity, "是否有效", "Validity", "computed", { always: true }),
  },
  {
    title: "fileName",
    filters: ["orgId", "orgName", "attachType", "isValid", "expireDate", "createTime"],
    sorts: ["attachType", "expireDate"],
    order: ["attachType", "-createTime"],
  },
);
export interface OrganisationDocumentRow extends Row<typeof OrganisationDocument> {}

const path = "/api/zjgrsj-train/trainingManagement/trainInstitution/attachment";
export const organisationDocumentCalls = {
  ...crudCalls(OrganisationDocument, path, "institution_attachment"),
  submit: call({
    name: "OrganisationDocument.submit",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存机构附件",
    en: "Filing documents: save as one set",
    access: ["institution_attachment_add", "institution_attachment_edit"],
    input: record({
      attachmentEntityList: list(saveShape(OrganisationDocument), 200),
      delList: optional(list(record({ id: id("主键", "Id", "required") }), 200)),
    }),
    output: list(rowShape(OrganisationDocument)),
  }),
  export: exportCall(OrganisationDocument, path, "institution_attachment"),
};
