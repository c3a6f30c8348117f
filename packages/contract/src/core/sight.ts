import type { Audience } from "./call.ts";
import type { Entity } from "./entity.ts";
import type { Field, MaskKind } from "./field.ts";
import type { RoleAlias } from "./roles.ts";

/** Where a value is shown. */
export type View = "list" | "detail" | "export";
export type Shown = "full" | "masked" | "hidden";
/** `detail`: in full in a detail, masked in lists. `claim`: likewise, where a claim is decided by it, and nowhere else. */
type Sight = Shown | "detail" | "claim";
/** Birthdays are seen as ID numbers are, and so is what may hold any number. */
type Sights = Readonly<Record<Exclude<MaskKind, "birthday" | "parts">, Sight>>;
const sights = (
  idNumber: Sight,
  phone: Sight,
  bankAccount: Sight,
  unitAccount: Sight,
  email: Sight,
  address: Sight,
  proof: Sight,
): Sights => ({
  idNumber,
  phone,
  bankAccount,
  unitAccount,
  email,
  address,
  proof,
});

/** Who looks. Names of roles that an administrator made are none of ours. */
export interface Viewer {
  roles: readonly string[];
  audience: Audience | "public";
}

/** What a role sees of personal data. What institutions, enterprises and persons see is said of their own rows: of open ones see `openTo`. */
const byRole: Readonly<Record<RoleAlias, Sights>> = {
  sysAdmin: sights("masked", "masked", "hidden", "hidden", "masked", "masked", "hidden"),
  clerk: sights("detail", "detail", "masked", "masked", "detail", "detail", "full"),
  firstReviewer: sights("claim", "masked", "masked", "masked", "masked", "masked", "claim"),
  secondReviewer: sights("claim", "masked", "masked", "masked", "masked", "masked", "claim"),
  finance: sights("masked", "masked", "full", "full", "masked", "masked", "hidden"),
  leader: sights("masked", "masked", "masked", "masked", "masked", "masked", "hidden"),
  auditor: sights("masked", "masked", "masked", "masked", "masked", "masked", "hidden"),
  orgAdmin: sights("detail", "full", "masked", "full", "full", "full", "full"),
  orgTeacher: sights("masked", "full", "hidden", "hidden", "masked", "masked", "hidden"),
  entAdmin: sights("detail", "full", "masked", "full", "full", "full", "full"),
  student: sights("detail", "full", "full", "hidden", "full", "full", "full"),
  assessor: sights("masked", "hidden", "hidden", "hidden", "hidden", "masked", "hidden"),
  guest: sights("masked", "hidden", "hidden", "hidden", "hidden", "masked", "hidden"),
};
/** Of roles that an administrator made. */
const ofOtherRoles = sights("masked", "masked", "hidden", "hidden", "masked", "masked", "hidden");

const sightOfRole = (role: string, kind: MaskKind): Sight =>
  (Object.hasOwn(byRole, role) ? byRole[role as RoleAlias] : ofOtherRoles)[
    kind === "birthday" || kind === "parts" ? "idNumber" : kind
  ];

/** Entities whose rows the rights open to others than whom they belong to (V of the capability matrix), and to whom: they see nothing of them in full. */
const openTo: Readonly<Record<string, readonly Audience[]>> = {
  Assessor: ["institution"],
  Organisation: ["person", "enterprise"],
  TrainingClass: ["person", "enterprise"],
};
export const isOpenTo = (entity: Entity<any>, audience: Viewer["audience"]): boolean =>
  openTo[entity.name]?.some((one) => one === audience) ?? false;

/** What reviewers decide a claim by: its head and its rows. */
const ofClaims: ReadonlySet<string> = new Set(["SubsidyApplication", "SubsidyLine"]);
type Row = Readonly<Record<string, unknown>>;
/** A roster row hands its proofs, and no more, to the claim that names it, once that is submitted. */
const isProofOfClaim = (entity: Entity<any>, kind: MaskKind, row?: Row): boolean =>
  entity.name === "Student" && kind === "proof" && !noClaim.has(row?.["subsidyStatus"]);
/** States of a roster row that no submitted claim names. */
export const noClaim: ReadonlySet<unknown> = new Set([undefined, null, "none", "unSubmit"]);
/** A look-up is evidence of a claim where it was asked for one. */
const isEvidenceOfClaim = (entity: Entity<any>, row?: Row): boolean =>
  entity.name === "ExtQuery" && row?.["bizType"] === "SubsidyApplication";
/** Whether what is shown of an entity depends on the row. */
export const dependsOnRow = (entity: Entity<any>): boolean => entity.name === "Student";

const order: readonly Shown[] = ["hidden", "masked", "full"];

/**
 * How much somebody sees of a kind of personal data of an entity; of several roles the one that sees most decides. Whatever the bureau takes
 * out as a workbook is masked: what must be in full is exported as a detail, with a purpose (api/core/excel/export.ts).
 */
export function sightOf(
  { roles, audience }: Viewer,
  entity: Entity<any>,
  kind: MaskKind,
  view: View,
  row?: Row,
): Shown {
  const best = Math.max(0, ...roles.map((role) => order.indexOf(shownTo(sightOfRole(role, kind)))));
  const most = isOpenTo(entity, audience) || (view === "export" && audience === "bureau") ? "masked" : "full";
  return order[Math.min(best, order.indexOf(most))] as Shown;

  function shownTo(sight: Sight): Shown {
    if (sight === "detail") return view === "detail" ? "full" : "masked";
    if (sight === "claim")
      return view === "detail" &&
        (ofClaims.has(entity.name) || isProofOfClaim(entity, kind, row) || isEvidenceOfClaim(entity, row))
        ? "full"
        : "masked";
    return sight;
  }
}

/**
 * Whether somebody may search by a field. Of what he sees in full, if only by opening the row, a search tells nothing new. Of what he sees
 * masked an exact search is one more way to ask for it in full: `counted` for who may do that, `refused` for others. By phone anybody may find who sees
 * it masked, counted: of a phone ten thousand are left to guess, of an ID number with its year some thirty.
 */
export function searchOf(
  viewer: Viewer,
  mayUnmask: boolean,
  entity: Entity<any>,
  field: Field,
): "free" | "counted" | "refused" {
  if (!field.masked) return "free";
  const sight = sightOf(viewer, entity, field.masked, "detail");
  const mayAsk = mayUnmask || field.masked === "phone";
  return sight === "full" ? "free" : sight === "masked" && mayAsk ? "counted" : "refused";
}
