import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import { exportCall } from "../core/export.ts";
import { draftShape, list, rowShape } from "../core/fields/shape.ts";
import { certificateCalls, revocation } from "./certificate.calls.ts";
import { EnterpriseCertificate } from "./enterprise-certificate.ts";

const path = "/api/zjgrsj-train/trainingManagement/enterprise/cert";
const resource = "enterprise_cert";
const crud = crudCalls(EnterpriseCertificate, path, resource);
const { submit, issue, issueNumbered, pdf, batch } = certificateCalls;

/** The same calls as for certificates of institutions, over those of enterprises. */
export const enterpriseCertificateCalls = {
  list: crud.list,
  detail: call({ ...crud.detail, output: rowShape(EnterpriseCertificate, { auditList: list(auditRecordShape) }) }),
  remove: crud.remove,
  getTrainCertificate: call({
    ...crud.list,
    name: "EnterpriseCertificate.getTrainCertificate",
    path: `${path}/getTrainCertificate`,
  }),
  submit: call({
    ...submit,
    name: "EnterpriseCertificate.submit",
    path: `${path}/submit`,
    access: [`${resource}_edit`, `${resource}_revoke`, `${resource}_print`],
    input: draftShape(EnterpriseCertificate, revocation),
  }),
  issue: call({
    ...issue,
    name: "EnterpriseCertificate.issue",
    path: `${path}/createTrainCertificate`,
    access: `${resource}_issue`,
    output: list(rowShape(EnterpriseCertificate)),
  }),
  issueNumbered: call({
    ...issueNumbered,
    name: "EnterpriseCertificate.issueNumbered",
    path: `${path}/createTrainCertificate`,
    access: `${resource}_issue`,
    output: list(rowShape(EnterpriseCertificate)),
  }),
  pdf: call({ ...pdf, name: "EnterpriseCertificate.pdf", path: `${path}/pdf`, access: `${resource}_view` }),
  batch: call({ ...batch, name: "EnterpriseCertificate.batch", path: `${path}/batch`, access: `${resource}_print` }),
  export: exportCall(EnterpriseCertificate, path, resource),
};
