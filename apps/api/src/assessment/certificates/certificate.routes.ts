import { certificateCalls as calls } from "@jipei/contract/assessment/certificate.calls.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { enterpriseCertificateCalls as enterpriseCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { EnterpriseCertificate } from "@jipei/contract/assessment/enterprise-certificate.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { Tx } from "../../core/database/db.ts";
import { withHistory, writeAudit } from "../../core/entity/audit.ts";
import { readChildRows } from "../../core/entity/child-rows.ts";
import { columns } from "../../core/entity/columns.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import { updateOne } from "../../core/database/write-rows.ts";
import { transition } from "../../core/entity/transition.ts";
import { type Actor, may } from "../../core/foundation/actor.ts";
import { Refusal, notPossible } from "../../core/foundation/refusal.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { certificateScope, enterpriseCertificateScope } from "../assessment.scope.ts";
import { issueCertificates } from "./certificate.issue.ts";
import {
  type CertificateSide,
  certificateLifecycle,
  certificateSides,
  enterpriseCertificateLifecycle,
} from "./certificate-side.ts";

export const certificateRows = {
  entity: Certificate,
  resource: "certificate",
  scope: certificateScope,
  detail: withHistory(Certificate),
} satisfies CrudOptions<typeof Certificate>;
export const enterpriseCertificateRows = {
  entity: EnterpriseCertificate,
  resource: "enterprise_cert",
  scope: enterpriseCertificateScope,
  detail: withHistory(EnterpriseCertificate),
} satisfies CrudOptions<typeof EnterpriseCertificate>;
const { list, detail } = crud(certificateRows);
const ofEnterprises = crud(enterpriseCertificateRows);

/** A certificate is revoked, never removed: its number stays used. */
const neverRemoved = () => Promise.reject(new Refusal("DEPENDENCY_IN_USE"));

type Marked = Pick<InputOf<typeof calls.submit>, "print">;

/** Marks a certificate as printed or not. @throws ROLE_DENIED, STATE_ILLEGAL for a revoked one */
async function mark(
  tx: Tx,
  actor: Actor,
  { entity, scope }: CertificateSide,
  resource: "certificate" | "enterprise_cert",
  id: string,
  { print }: Marked,
): Promise<void> {
  const row = await lockRow(tx, entity, scope, actor, id);
  if (!may(actor, `${resource}_edit`) && !may(actor, `${resource}_print`)) throw new Refusal("ROLE_DENIED");
  if (row.isValid !== "isValid")
    throw notPossible({
      status: { zh: "作废", en: "revoked" },
      action: { zh: "打印", en: "print" },
    });
  if (print === undefined || print === null) return;
  await updateOne(tx, actor, Certificate, id, columns(Certificate, { print }));
  await writeAudit(tx, actor, [{ bizType: entity.name, bizId: id, action: "print", before: row.print, after: print }]);
}

/** Numbers as they were entered, by student. */
const byStudent = (numbers: InputOf<typeof calls.issueNumbered>["numbers"]) =>
  new Map(numbers.map(({ studentId, certNo }) => [studentId, certNo.trim().toUpperCase()]));

const institutionRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.listOfOrg, list),
  reads(calls.listOfBureau, list),
  reads(calls.detail, detail),
  writes(calls.remove, neverRemoved),
  writes(calls.submit, async (tx, actor, { id, print, isValid, invalidReason, version }, app) => {
    if (!id) throw new Refusal("NOT_FOUND");
    if (isValid === "unValid")
      await transition(tx, actor, certificateLifecycle, "revoke", [id], { reason: invalidReason, version }, app);
    else await mark(tx, actor, certificateSides["1"], "certificate", id, { print });
    return { id };
  }),
  writes(calls.issue, async (tx, actor, { classId, applyId }, app) =>
    readChildRows(tx, actor, app, Certificate, {
      scope: certificateScope,
      ...(await issueCertificates(tx, actor, "1", { classId, applyId }, null, app)),
    }),
  ),
  writes(calls.issueNumbered, async (tx, actor, { classId, applyId, numbers }, app) =>
    readChildRows(tx, actor, app, Certificate, {
      scope: certificateScope,
      ...(await issueCertificates(tx, actor, "1", { classId, applyId }, byStudent(numbers), app)),
    }),
  ),
];

const enterpriseRoutes: Route[] = [
  reads(enterpriseCalls.list, ofEnterprises.list),
  reads(enterpriseCalls.getTrainCertificate, ofEnterprises.list),
  reads(enterpriseCalls.detail, ofEnterprises.detail),
  writes(enterpriseCalls.remove, neverRemoved),
  writes(enterpriseCalls.submit, async (tx, actor, { id, print, isValid, invalidReason, version }, app) => {
    if (!id) throw new Refusal("NOT_FOUND");
    if (isValid === "unValid")
      await transition(
        tx,
        actor,
        enterpriseCertificateLifecycle,
        "revoke",
        [id],
        { reason: invalidReason, version },
        app,
      );
    else await mark(tx, actor, certificateSides["2"], "enterprise_cert", id, { print });
    return { id };
  }),
  writes(enterpriseCalls.issue, async (tx, actor, { classId, applyId }, app) =>
    readChildRows(tx, actor, app, EnterpriseCertificate, {
      scope: enterpriseCertificateScope,
      ...(await issueCertificates(tx, actor, "2", { classId, applyId }, null, app)),
    }),
  ),
  writes(enterpriseCalls.issueNumbered, async (tx, actor, { classId, applyId, numbers }, app) =>
    readChildRows(tx, actor, app, EnterpriseCertificate, {
      scope: enterpriseCertificateScope,
      ...(await issueCertificates(tx, actor, "2", { classId, applyId }, byStudent(numbers), app)),
    }),
  ),
];

export const certificateRoutes: readonly Route[] = [...institutionRoutes, ...enterpriseRoutes];
