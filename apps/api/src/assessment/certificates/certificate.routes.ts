import { columns } from "../../core/entity/columns.ts";
import { certificateCalls as calls } from "@jipei/contract/assessment/certificate.calls.ts";
import { certificateMachine } from "@jipei/contract/assessment/certificate.machine.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { may } from "../../core/foundation/actor.ts";
import { withHistory, writeAudit } from "../../core/entity/audit.ts";
import { crud, updateRow } from "../../core/entity/crud.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { Refusal, notPossible } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import { lifecycle, transition } from "../../core/entity/transition.ts";
import { removeCertificate } from "../../training/training.queries.ts";
import { certificateIsClaimed } from "./certificate.holds.ts";
import { issueCertificates } from "./certificate.issue.ts";
import { certificateScope } from "../assessment.scope.ts";

export const certificateRows = {
  entity: Certificate,
  resource: "certificate" as const,
  scope: certificateScope,
  detail: withHistory(Certificate),
};
const { list, detail } = crud(certificateRows);

export const certificateLifecycle = lifecycle({
  machine: certificateMachine,
  entity: Certificate,
  scope: certificateScope,
  moves: {
    revoke: {
      guards: [
        async (tx, _actor, row, _input, app) => {
          if (await app.ports.holds(tx, certificateIsClaimed, row.id)) throw new Refusal("CERT_IN_SUBSIDY");
        },
      ],
      set: (_tx, _actor, _row, input) => columns(Certificate, { invalidReason: input.reason }),
      effects: [(tx, _actor, row) => removeCertificate(tx, row.id)],
    },
  },
});

export const certificateRoutes: Route[] = [
  reads(calls.list, list),
  reads(calls.listOfOrg, list),
  reads(calls.listOfBureau, list),
  reads(calls.detail, detail),

  // A certificate is revoked, never removed: its number stays used.
  writes(calls.remove, async () => {
    throw new Refusal("DEPENDENCY_IN_USE");
  }),

  writes(calls.submit, async (tx, actor, input, app) => {
    const { id, print, isValid, invalidReason, version } = input;
    if (!id) throw new Refusal("NOT_FOUND");
    if (isValid === "unValid") {
      await transition(tx, actor, certificateLifecycle, "revoke", [id], { reason: invalidReason, version }, app);
      return { id };
    }
    const row = await lockRow(tx, Certificate, certificateScope, actor, id);
    if (!may(actor, "certificate_edit") && !may(actor, "certificate_print")) throw new Refusal("ROLE_DENIED");
    if (row.isValid !== "isValid")
      throw notPossible({
        status: { zh: "作废", en: "revoked" },
        action: { zh: "打印", en: "print" },
      });
    if (print !== undefined && print !== null) {
      await updateRow(tx, actor, Certificate, id, { print });
      await writeAudit(tx, actor, [
        { bizType: "Certificate", bizId: id, action: "print", before: row.print, after: print },
      ]);
    }
    return { id };
  }),

  writes(calls.issue, (tx, actor, { classId, applyId }, app) =>
    issueCertificates(tx, actor, classId, applyId, null, app),
  ),
  writes(calls.issueNumbered, (tx, actor, { classId, applyId, numbers }, app) =>
    issueCertificates(
      tx,
      actor,
      classId,
      applyId,
      new Map(numbers.map(({ studentId, certNo }) => [studentId, certNo.trim().toUpperCase()])),
      app,
    ),
  ),
];
