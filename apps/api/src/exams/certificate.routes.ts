import { certificateCalls as calls } from "@jipei/contract/exams/certificate.calls.ts";
import { certificateMachine } from "@jipei/contract/exams/certificate.machine.ts";
import { Certificate } from "@jipei/contract/exams/certificate.ts";
import { sql } from "kysely";
import { certificateIsClaimed } from "../subsidies/subsidies.queries.ts";
import { may } from "../core/actor.ts";
import { withHistory, writeAudit } from "../core/audit.ts";
import { crud, updateRow } from "../core/crud.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { Refusal } from "../core/refusal.ts";
import { lockRow } from "../core/rows.ts";
import { lifecycle, transition } from "../core/transition.ts";
import { issueCertificates } from "./certificate.issue.ts";
import { certificateScope } from "./exams.scope.ts";

const { list, detail } = crud({
  entity: Certificate,
  resource: "certificate",
  scope: certificateScope,
  detail: withHistory(Certificate),
});

export const certificateLifecycle = lifecycle({
  machine: certificateMachine,
  entity: Certificate,
  scope: certificateScope,
  moves: {
    revoke: {
      guards: [
        async (tx, _actor, row) => {
          if (await certificateIsClaimed(tx, row["id"])) throw new Refusal("CERT_IN_SUBSIDY");
        },
      ],
      set: (_tx, _actor, _row, input) => ({ invalidReason: input.reason }),
      effects: [
        async (tx, _actor, row) =>
          void (await sql`update student set cert_id = null where cert_id = ${row["id"]}`.execute(tx)),
      ],
    },
  },
});

export const certificateRoutes: Route[] = [
  reads(calls.list, list as never),
  reads(calls.listOfOrg, list as never),
  reads(calls.listOfBureau, list as never),
  reads(calls.detail, detail),

  // A certificate is revoked, never removed: its number stays used.
  writes(calls.remove, async () => {
    throw new Refusal("DEPENDENCY_IN_USE");
  }),

  writes(calls.submit, async (tx, actor, input, app) => {
    const { id, print, isValid, invalidReason, version } = input as Record<string, any>;
    if (!id) throw new Refusal("NOT_FOUND");
    if (isValid === "unValid") {
      await transition(tx, actor, certificateLifecycle, "revoke", [id], { reason: invalidReason, version }, app);
      return { id };
    }
    const row = await lockRow<Record<string, any>>(tx, Certificate, certificateScope, actor, id);
    if (!may(actor, "certificate_edit") && !may(actor, "certificate_print")) throw new Refusal("ROLE_DENIED");
    if (row["isValid"] !== "isValid")
      throw new Refusal("STATE_ILLEGAL", {
        status: { zh: "作废", en: "revoked" },
        action: { zh: "打印", en: "print" },
      });
    if (print !== undefined && print !== null) {
      await updateRow(tx, actor, Certificate, id, { print });
      await writeAudit(tx, actor, [
        { bizType: "Certificate", bizId: id, action: "print", before: row["print"], after: print },
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
