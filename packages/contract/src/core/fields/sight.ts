import type { Audience } from "../audience.ts";
import type { Entity } from "../entity.ts";
import type { Field, MaskKind } from "./field.ts";
import type { RoleAlias } from "../roles.ts";

/** Where a value is shown. */
export type View = "list" | "detail" | "export";
export type Shown = "full" | "masked" | "hidden";
/** `detail`: in full in a detail, masked in lists. `claim`: in full only where a claim is decided by it. `class`: in full of classes and their people. */
type Sight = Shown | "detail" | "claim" | "class";
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

/** The user who reads. Roles may be built-in ones or those of an administrator. */
export interface Viewer {
  roles: readonly string[];
  audience: Audience | "public";
}

/** What a role sees of personal data. For institutions, enterprises and persons it applies to their own rows; for open rows see `openTo`. */
const byRole: Readonly<Record<RoleAlias, Sights>> = {
  sysAdmin: sights("masked", "masked", "hidden", "hidden", "masked", "masked", "hidden"),
  clerk: sights("detail", "detail", "masked", "masked", "detail", "detail", "full"),
  firstReviewer: sights("claim", "masked", "masked", "masked", "masked", "masked", "claim"),
  secondReviewer: sights("claim", "masked", "masked", "masked", "masked", "masked", "claim"),
  finance: sights("masked", "masked", "full", "full", "masked", "masked", "hidden"),
  leader: sights("masked", "masked", "masked", "masked", "masked", "masked", "hidden"),
  auditor: sights("masked", "masked", "masked", "masked", "masked", "masked", "hidden"),
  orgAdmin: sights("detail", "full", "masked", "full", "full", "full", "full"),
  orgTeacher: sights("masked", "class", "hidden", "hidden", "masked", "masked", "hidden"),
  entAdmin: sights("detail", "full", "masked", "full", "full", "full", "full"),
  student: sights("detail", "full", "full", "hidden", "full", "full", "full"),
  assessor: sights("masked", "hidden", "hidden", "hidden", "hidden", "masked", "hidden"),
  guest: sights("masked", "hidden", "hidden", "hidden", "hidden", "masked", "hidden"),
};
/** What roles made by an administrator see. */
const ofOtherRoles = sights("masked", "masked", "hidden", "hidden", "masked", "masked", "hidden");

const sightOfRole = (role: string, kind: MaskKind): Sight =>
  (Object.hasOwn(byRole, role) ? byRole[role as RoleAlias] : ofOtherRoles)[
    kind === "birthday" || kind === "parts" ? "idNumber" : kind
  ];

/** Whether rows of an entity are open to others than their owners (V of the capability matrix), who see no personal data in full. */
export const isOpenTo = (entity: Entity, audience: Viewer["audience"]): boolean =>
  audience !== "public" && entity.openTo[audience] !== undefined;

/** Entities that reviewers decide a claim by: its head and its rows. */
const ofClaims: ReadonlySet<string> = new Set(["SubsidyApplication", "SubsidyLine"]);
type Row = Readonly<Record<string, unknown>>;
/** Whether a value is a proof on a roster row that a submitted claim names; reviewers of the claim see proofs, and nothing else of the row. */
const isProofOfClaim = (entity: Entity, kind: MaskKind, row?: Row): boolean =>
  entity.name === "Student" && kind === "proof" && !noClaim.has(row?.subsidyStatus);
/** States of a roster row that no submitted claim names. */
export const noClaim: ReadonlySet<unknown> = new Set([undefined, null, "none", "unSubmit"]);
/** Whether a look-up was made for a claim, and so is evidence of it. */
const isEvidenceOfClaim = (entity: Entity, row?: Row): boolean =>
  entity.name === "ExtQuery" && row?.bizType === "SubsidyApplication";
/** Whether masking of an entity depends on the row. */
export const dependsOnRow = (entity: Entity): boolean => entity.name === "Student";

const order: readonly Shown[] = ["hidden", "masked", "full"];

/**
 * How much a user sees of a kind of personal data of an entity; of several roles the one that sees most decides. Workbooks that the bureau
 * exports are masked; values in full are exported as details, with a purpose.
 */
export function getSight({ roles, audience }: Viewer, entity: Entity, kind: MaskKind, view: View, row?: Row): Shown {
  const best = Math.max(0, ...roles.map((role) => order.indexOf(shownTo(sightOfRole(role, kind)))));
  const most = isOpenTo(entity, audience) || (view === "export" && audience === "bureau") ? "masked" : "full";
  return order[Math.min(best, order.indexOf(most))] as Shown;

  function shownTo(sight: Sight): Shown {
    if (sight === "detail") return view === "detail" ? "full" : "masked";
    if (sight === "class")
      return entity.name === "TrainingClass" || Object.hasOwn(entity.fields, "classId") ? "full" : "masked";
    if (sight === "claim")
      return view === "detail" &&
        (ofClaims.has(entity.name) || isProofOfClaim(entity, kind, row) || isEvidenceOfClaim(entity, row))
        ? "full"
        : "masked";
    return sight;
  }
}

/**
 * Whether a user may search by a field. For values that they see in full, if only by opening the row, a search reveals nothing new. For masked
 * values an exact search is another way to ask for them in full: `counted` for those who may do that, `refused` for others. Everybody who sees a
 * masked phone may search by phone, counted: of a phone ten thousand are left to guess, of an ID number with its year some thirty.
 */
export function getSearch(
  viewer: Viewer,
  mayUnmask: boolean,
  entity: Entity,
  field: Field,
): "free" | "counted" | "refused" {
  if (!field.masked) return "free";
  const sight = getSight(viewer, entity, field.masked, "detail");
  const mayAsk = mayUnmask || field.masked === "phone";
  if (sight === "full") return "free";
  return sight === "masked" && mayAsk ? "counted" : "refused";
}
