import type { MaskKind } from '@jipei/contract/core/field.ts'
import type { RoleAlias } from '@jipei/contract/core/roles.ts'
import type { Actor } from './actor.ts'

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
    case 'address': {
      const county = /^.*?[县区市旗](?=[^县区市旗]*$)|^.{0,6}/.exec(value)?.[0] ?? ''
      return `${county}****`
    }
    case 'proof':
      return '已上传'
  }
}

const stars = (value: string, head: number, tail: number) =>
  value.length <= head + tail ? '*'.repeat(value.length) : value.slice(0, head) + '*'.repeat(value.length - head - tail) + value.slice(-tail)

type Sight = 'full' | 'detail' | 'masked' | 'hidden'
type Sights = Readonly<Record<MaskKind, Sight>>
const sights = (idNumber: Sight, phone: Sight, bankAccount: Sight, unitAccount: Sight, email: Sight, address: Sight, proof: Sight): Sights => ({
  idNumber, phone, bankAccount, unitAccount, email, address, proof,
})

/** What a role sees of personal data: `detail` is full in a detail and masked in lists. Scope has already cut the rows to its own. */
const byRole: Readonly<Record<RoleAlias, Sights>> = {
  sysAdmin: sights('masked', 'masked', 'hidden', 'hidden', 'masked', 'masked', 'hidden'),
  clerk: sights('detail', 'detail', 'masked', 'masked', 'detail', 'detail', 'full'),
  firstReviewer: sights('detail', 'masked', 'masked', 'masked', 'masked', 'masked', 'full'),
  secondReviewer: sights('detail', 'masked', 'masked', 'masked', 'masked', 'masked', 'full'),
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
const order: readonly Sight[] = ['hidden', 'masked', 'detail', 'full']

/** How much this actor sees of a kind of personal data; of several roles the one that sees most decides. */
export function sightOf(actor: Actor, kind: MaskKind, view: 'list' | 'detail'): 'full' | 'masked' | 'hidden' {
  let best = 0
  for (const role of actor.roles) best = Math.max(best, order.indexOf((byRole[role] ?? ofOtherRoles)[kind]))
  const sight = order[best] as Sight
  return sight === 'detail' ? (view === 'detail' ? 'full' : 'masked') : sight
}

/** The value as this actor may see it. */
export function seen(actor: Actor, kind: MaskKind, value: string | null, view: 'list' | 'detail'): string | null {
  const sight = sightOf(actor, kind, view)
  return sight === 'full' ? value : sight === 'hidden' ? null : mask(kind, value)
}
