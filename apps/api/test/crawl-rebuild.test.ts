import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { syntheticPerson } from '../seed/synthetic-person.ts'
import { mask } from '../src/core/mask.ts'
import { type Evidence, isRebuilt, noEvidence, numbersOf, overlay } from './crawl-rebuild.ts'

/** What the crawl judges leaks by must itself find one. */
const { idNumber, birthday } = syntheticPerson(4711)
const masked = mask('idNumber', idNumber) as string
const shown = (more: Partial<Evidence> = {}): Evidence => ({ ...noEvidence(), masks: new Set([masked]), ...more })

describe('rebuilding an ID number', () => {
  it('fails with the mask alone, and with the year beside it', () => {
    const years = new Set([birthday.slice(0, 4)])
    assert.ok(numbersOf(shown()).length > 1000 && !isRebuilt(shown(), idNumber))
    const left = numbersOf(shown({ years }))
    assert.ok(left.includes(idNumber) && left.length >= 25 && left.length <= 40, String(left.length))
    assert.ok(!isRebuilt(shown({ years }), idNumber))
  })

  it('succeeds with the birthday beside it, among other days', () => {
    assert.ok(isRebuilt(shown({ days: new Set(['2026-03-02', birthday, '2026-05-30']) }), idNumber))
    assert.ok(!isRebuilt(shown({ days: new Set(['2026-03-02']) }), idNumber), 'other days alone say nothing')
  })

  it('succeeds with another mask of the same number, or the number itself', () => {
    assert.ok(isRebuilt(shown({ masks: new Set([masked, `**********${idNumber.slice(10, 14)}****`]), years: new Set([birthday.slice(0, 4)]) }), idNumber))
    assert.ok(isRebuilt(shown({ masks: new Set([idNumber]) }), idNumber))
  })

  it('succeeds with the age on enough days', () => {
    const [year, rest] = [Number(birthday.slice(0, 4)), birthday.slice(4)]
    const day = new Date(`2026${rest}T00:00:00Z`)
    const before = new Date(day.getTime() - 86_400_000).toISOString().slice(0, 10)
    const ages = [{ age: 2026 - year, on: `2026${rest}` }, { age: 2026 - year - 1, on: before }]
    assert.ok(isRebuilt(shown({ years: new Set([birthday.slice(0, 4)]), ages }), idNumber))
  })

  it('tells masks of different numbers apart', () => {
    assert.equal(overlay([masked, mask('idNumber', syntheticPerson(4712).idNumber) as string]), null)
    assert.deepEqual(numbersOf(shown({ masks: new Set(['138****0000']) })), [])
  })
})
