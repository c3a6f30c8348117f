import type { Audience } from '@jipei/contract/core/call.ts'
import type { Entity } from '@jipei/contract/core/entity.ts'
import type { MaskKind } from '@jipei/contract/core/field.ts'
import type { RoleAlias } from '@jipei/contract/core/roles.ts'
import { sql } from 'kysely'
import { type Actor, hasRole } from './actor.ts'
import { upToCounty } from './address.ts'
import { type Condition, everything, nothing } from './sql.ts'

/** Hides the middle of a value; null stays null. Twelve characters of an ID number never leave the server in clear. */
export function mask(kind: MaskKind, value: string | null): string | null {
  if (value === null || value === '') return value
  switch (kind) {
    case 'idNumber':
      return value.length <= 10 ? stars(value, 1, 1) : stars(value, 6, 4)
    case 'phone':
      return stars(value, 3, 4)
    case 'bankAccount':
    case 'unitAccount':
      return stars(value, 4, 4)
    case 'email': {
      const at = value.indexOf('@')
      return at < 1 ? '***' : `${value.slice(0, 1)}***${value.slice(at)}`
    }
    case 'address':
      return `${upToCounty(value)}****`
    case 'proof':
      return '已上传'
  }
}

const stars = (value: string, head: number, tail: number) =>
  value.length <= head + tail ? '*'.repeat(value.length) : value.slice(0, head) + '*'.repeat(value.length - head - tail) + value.slice(-tail)

/** The first character of a person's name. */
export const maskName = (name: string): string => [...name].map((one, index) => (index === 0 ? one : '*')).join('')
/** Who takes out rows without the names of persons. */
export const isNameless = (actor: Actor, view: View): boolean => view === 'export' && hasRole(actor, 'leader')

/** Where a value is shown. */
export type View = 'list' | 'detail' | 'export'
type Shown = 'full' | 'masked' | 'hidden'
/** `detail`: in full in a detail, masked in lists. `claim`: likewise, where a claim is decided by it, and nowhere else. */
type Sight = Shown | 'detail' | 'claim'
type Sights = Readonly<Record<MaskKind, Sight>>
const sights = (idNumber: Sight, phone: Sight, bankAccount: Sight, unitAccount: Sight, email: Sight, address: Sight, proof: Sight): Sights => ({
  idNumber, phone, bankAccount, unitAccount, email, address, proof,
})

/** What a role sees of personal data. What institutions, enterprises and persons see is said of their own rows: of open ones see `openTo`. */
const byRole: Readonly<Record<RoleAlias, Sights>> = {
  sysAdmin: sights('masked', 'masked', 'hidden', 'hidden', 'masked', 'masked', 'hidden'),
  clerk: sights('detail', 'detail', 'masked', 'masked', 'detail', 'detail', 'full'),
  firstReviewer: sights('claim', 'masked', 'masked', 'masked', 'masked', 'masked', 'claim'),
  secondReviewer: sights('claim', 'masked', 'masked', 'masked', 'masked', 'masked', 'claim'),
  finance: sights('masked', 'masked', 'full', 'full', 'masked', 'masked', 'hidden'),
  leader: sights('masked', 'masked', 'masked', 'masked', 'masked', 'masked', 'hidden'),
  auditor: sights('masked', 'masked', 'masked', 'masked', 'masked', 'masked', 'hidden'),
  orgAdmin: sights('detail', 'full', 'masked', 'full', 'full', 'full', 'full'),
  orgTeacher: sights('masked', 'full', 'hidden', 'hidden', 'masked', 'masked', 'hidden'),
  entAdmin: sights('detail', 'full', 'masked', 'full', 'full', 'full', 'full'),
  student: sights('detail', 'full', 'full', 'hidden', 'full', 'full', 'full'),
  assessor: sights('masked', 'hidden', 'hidden', 'hidden', 'hidden', 'masked', 'hidden'),
  guest: sights('masked', 'hidden', 'hidden', 'hidden', 'hidden', 'masked', 'hidden'),
}
/** Of roles that an administrator made. */
const ofOtherRoles = sights('masked', 'masked', 'hidden', 'hidden', 'masked', 'masked', 'hidden')

/** Entities whose rows the rights open to others than whom they belong to (V of the capability matrix), and to whom: they see nothing of them in full. */
const openTo: Readonly<Record<string, readonly Audience[]>> = {
  Assessor: ['institution'],
  Organisation: ['person', 'enterprise'],
  TrainingClass: ['person', 'enterprise'],
}
export const isOpenTo = (entity: Entity<any>, audience: Actor['audience']): boolean => openTo[entity.name]?.some((one) => one === audience) ?? false

/** What reviewers decide a claim by: its head, its rows, and the look-ups kept as evidence. */
const ofClaims: ReadonlySet<string> = new Set(['SubsidyApplication', 'SubsidyLine', 'ExtQuery'])
/** A roster row hands its proofs, and no more, to the claim that names it, once that is submitted. */
const isProofOfClaim = (entity: Entity<any>, kind: MaskKind, row?: Row): boolean => entity.name === 'Student' && kind === 'proof' && !noClaim.has(row?.['subsidyStatus'])
const noClaim: ReadonlySet<unknown> = new Set([undefined, null, 'none', 'unSubmit'])
/** Whether what is shown of an entity depends on the row. */
export const dependsOnRow = (entity: Entity<any>): boolean => entity.name === 'Student'

type Row = Readonly<Record<string, unknown>>
const order: readonly Shown[] = ['hidden', 'masked', 'full']

/**
 * How much this actor sees of a kind of personal data of an entity; of several roles the one that sees most decides. Whatever the bureau takes
 * out as a workbook is masked: what must be in full is exported as a detail, with a purpose (excel/export.ts).
 */
export function sightOf(actor: Actor, entity: Entity<any>, kind: MaskKind, view: View, row?: Row): Shown {
  const best = Math.max(0, ...actor.roles.map((role) => order.indexOf(shownTo((byRole[role] ?? ofOtherRoles)[kind]))))
  const most = isOpenTo(entity, actor.audience) || (view === 'export' && actor.audience === 'bureau') ? 'masked' : 'full'
  return order[Math.min(best, order.indexOf(most))] as Shown

  function shownTo(sight: Sight): Shown {
    if (sight === 'detail') return view === 'detail' ? 'full' : 'masked'
    if (sight === 'claim') return view === 'detail' && (ofClaims.has(entity.name) || isProofOfClaim(entity, kind, row)) ? 'full' : 'masked'
    return sight
  }
}

/** The rows (alias `t`) of which this actor sees a kind of personal data in full in the detail. */
export function fullInDetail(actor: Actor, entity: Entity<any>, kind: MaskKind): Condition {
  if (sightOf(actor, entity, kind, 'detail') === 'full') return everything
  const ofClaim = dependsOnRow(entity) && sightOf(actor, entity, kind, 'detail', { subsidyStatus: 'firstTrial' }) === 'full'
  return ofClaim ? sql`t.subsidy_status <> all(${[...noClaim].filter((status) => typeof status === 'string')}::text[])` : nothing
}

/** The value as this actor may see it. */
export function seen(actor: Actor, entity: Entity<any>, kind: MaskKind, value: string | null, view: View): string | null {
  const sight = sightOf(actor, entity, kind, view)
  return sight === 'full' ? value : sight === 'hidden' ? null : mask(kind, value)
}
