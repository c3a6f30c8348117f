import { certificateMachine, enterpriseCertificateMachine } from "@jipei/contract/assessment/certificate.machine.ts";
import { Certificate } from "@jipei/contract/assessment/certificate.ts";
import { EnterpriseCertificate } from "@jipei/contract/assessment/enterprise-certificate.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import type { Scope } from "../../core/database/rows.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import { columns } from "../../core/entity/columns.ts";
import { type MoveInput, lifecycle } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { removeCertificate } from "../../training/training.queries.ts";
import { certificateScope, enterpriseCertificateScope } from "../assessment.scope.ts";
import { certificateIsClaimed } from "./certificate.holds.ts";

/** Through which entity the certificates of a side are known, and who sees them (docs/decisions/0292). */
export interface CertificateSide {
  entity: typeof Certificate | typeof EnterpriseCertificate;
  scope: Scope;
}
export const certificateSides: Readonly<Record<"1" | "2", CertificateSide>> = {
  "1": { entity: Certificate, scope: certificateScope },
  "2": { entity: EnterpriseCertificate, scope: enterpriseCertificateScope },
};

/** What histories and messages name a certificate by. */
export const getBusiness = ({ id, side }: Pick<StoredRow<typeof Certificate>, "id" | "side">) => ({
  bizType: certificateSides[side].entity.name,
  bizId: id,
});

/** A certificate is revoked unless a claim stands on it; the roster shows it no longer. */
const moves = {
  revoke: {
    guards: [
      async (tx: Tx, _actor: Actor, row: { id: string }, _input: MoveInput, app: Services) => {
        if (await app.ports.holds(tx, certificateIsClaimed, row.id)) throw new Refusal("CERT_IN_SUBSIDY");
      },
    ],
    set: (_tx: Db, _actor: Actor, _row: object, { reason }: MoveInput) =>
      columns(Certificate, { invalidReason: reason }),
    effects: [(tx: Tx, _actor: Actor, row: { id: string }) => removeCertificate(tx, row.id)],
  },
};

export const certificateLifecycle = lifecycle<"revoke", typeof Certificate>({
  machine: certificateMachine,
  entity: Certificate,
  scope: certificateScope,
  moves,
});
export const enterpriseCertificateLifecycle = lifecycle<"revoke", typeof EnterpriseCertificate>({
  machine: enterpriseCertificateMachine,
  entity: EnterpriseCertificate,
  scope: enterpriseCertificateScope,
  moves,
});
