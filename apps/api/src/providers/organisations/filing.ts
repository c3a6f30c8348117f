import { type Checked, columns } from "../../core/entity/columns.ts";
import type { OrganisationTeacher } from "@jipei/contract/providers/organisation-teacher.ts";
import { OrganisationCourse } from "@jipei/contract/providers/organisation-course.ts";
import { now } from "../../core/foundation/clock.ts";
import type { Columns, StoredRow } from "../../core/database/tables.ts";
import { type Actor, mayDo } from "../../core/foundation/actor.ts";
import { getActionsSince } from "../../core/entity/audit.ts";
import { type CrudOptions, type SaveInput, saveRow } from "../../core/entity/crud.ts";
import type { Tx } from "../../core/database/db.ts";
import { decryptRow } from "../../core/entity/to-response.ts";
import { Refusal, illegalState } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Lifecycle, type MoveInput, decidedBy, transition } from "../../core/entity/transition.ts";
import { getOrganisation } from "../providers.queries.ts";

/**
 * What an institution files and the bureau approves: its courses and its teachers. One save call serves both sides: the
 * applicant's save submits, a bureau save with `confirmStatus` decides.
 */
type FiledEntity = typeof OrganisationCourse | typeof OrganisationTeacher;
/** What the bureau says with its decision. */
interface DecisionInput extends MoveInput {
  confirmOpinion?: string | null;
}
type FilingMove = "resubmit" | "confirm" | "back";

/** What a submission or a decision sets, by columns that all filings have. */
type Decided = Pick<
  Columns<typeof OrganisationCourse>,
  "confirmStatus" | "commitTime" | "confirmUser" | "confirmTime" | "confirmOpinion" | "backReason"
>;
const set = (values: Decided): Decided & Checked => columns(OrganisationCourse, values);
export const decisions = {
  resubmit: { set: () => set({ commitTime: now(), backReason: null }) },
  confirm: {
    set: (_tx: Tx, actor: Actor, _row: unknown, input: DecisionInput) =>
      set({ ...decidedBy(actor), confirmOpinion: input.confirmOpinion ?? null, backReason: null }),
  },
  back: {
    set: (_tx: Tx, actor: Actor, _row: unknown, input: DecisionInput) =>
      set({ ...decidedBy(actor), backReason: input.reason }),
  },
};

/** Whoever changed a filing since its last approval does not approve it, in the same call or later. @throws SELF_REVIEW */
export const notEditedBy =
  ({ name }: FiledEntity) =>
  async (tx: Tx, { userId }: Actor, { id }: { id: string }): Promise<void> => {
    const done = await getActionsSince(tx, name, id, "confirm");
    if (done.some(({ action, operatorId }) => action === "edit" && operatorId === userId))
      throw new Refusal("SELF_REVIEW");
  };

/** The state a new filing starts in. */
export const submittedNow = () => set({ confirmStatus: "unConfirm", commitTime: now() });

/** What is filed: its rows and its moves. */
export interface Filing<E extends FiledEntity> {
  options: CrudOptions<E>;
  life: Lifecycle<FilingMove, E, DecisionInput>;
  /** Whether a change needs no new approval; left out: every change does. */
  isHarmless?: (changes: SaveInput<E>, old: StoredRow<E>) => boolean;
}

/** What either side sends; with `confirmStatus` the bureau decides. */
export type FilingInput<E extends FiledEntity> = SaveInput<E> & {
  confirmStatus?: string | null;
  backReason?: string | null;
  confirmOpinion?: string | null;
};

/** Saves one filing. @returns its id @throws STATE_ILLEGAL when the applicant changes what waits for a decision or is approved */
export async function saveFiling<E extends FiledEntity>(
  tx: Tx,
  actor: Actor,
  app: Services,
  { options, life, isHarmless = () => false }: Filing<E>,
  input: FilingInput<E>,
): Promise<string> {
  const { confirmStatus, backReason, confirmOpinion, ...values } = input;
  const id = values.id ?? null;
  const old = id
    ? decryptRow(options.entity, app.cipher, await lockRow(tx, options.entity, options.scope, actor, id))
    : null;
  const state = (old as { confirmStatus: string } | null)?.confirmStatus;
  const decision =
    actor.audience === "bureau" &&
    old &&
    (confirmStatus === "Confirm" || confirmStatus === "back") &&
    confirmStatus !== state
      ? confirmStatus
      : null;
  if (actor.audience === "institution") {
    await assertMayFile(tx, actor.orgId);
    if (old && state && state !== "back" && !isHarmless(values as SaveInput<E>, old))
      throw illegalState(life.machine.states, state, "修改", "edit");
  }
  const changes = Object.entries(values).some(
    ([name, value]) => name !== "id" && name !== "version" && value !== undefined,
  );
  const saved =
    id && decision && !(changes && mayDo(actor, options.resource, "edit"))
      ? id
      : (await saveRow(tx, actor, options, values as SaveInput<E>, app)).id;
  if (decision)
    await transition(
      tx,
      actor,
      life,
      decision === "Confirm" ? "confirm" : "back",
      [saved],
      { reason: backReason ?? null, confirmOpinion },
      app,
    );
  else if (state === "back" && actor.audience === "institution")
    await transition(tx, actor, life, "resubmit", [saved], {}, app);
  return saved;
}

/** A suspended or cancelled institution files nothing new, whoever belongs to none nothing at all. @throws ORG_NOT_ACTIVE, NOT_OWNER */
async function assertMayFile(tx: Tx, orgId: string | null): Promise<void> {
  if (!orgId) throw new Refusal("NOT_OWNER");
  const { state } = await getOrganisation(tx, orgId);
  if (state === "unUser" || state === "Invalidate") throw new Refusal("ORG_NOT_ACTIVE");
}
