import { level } from '@jipei/contract/core/codes.ts'
import { wordsOf } from '@jipei/contract/core/field.ts'
import { levelRank } from '@jipei/contract/teaching/training.ts'
import type { RowFacts } from './facts.ts'
import { type RowRule, type Said, failed, link, passed, unavailable } from './rule.ts'

/** Nothing of the kind was found. */
const none = ['无', 'None'] as const
const claim = (row: { applyId: string } | null) => link('SubsidyApplication', row?.applyId ?? null, '已有申请', 'Earlier claim')

/** The province's own rows for this occupation, if it answered. */
const provincialOf = (row: RowFacts, occupation: { occupationCode: string; occupationName: string }) =>
  row.provincial.state === 'found' ? row.provincial.data.subsidies.filter((paid) => paid.occupationCode === occupation.occupationCode || paid.occupationName === occupation.occupationName) : []

/** AT04: once per occupation and level, both sides, all years. What the local database alone proves blocks even when the province is silent. */
export const repeatedRule: RowRule = {
  code: 'AT04',
  zh: '重复享受',
  en: 'Subsidised before',
  check(row, head) {
    const said = (date: string, unit: string, evidence: typeof row.provincial.evidence) => failed('1', `已于${date}由${unit}申领同职业同等级补贴`, `Already subsidised on ${date} by ${unit}`, none, `${date} ${unit}`, evidence)
    if (row.same) return said(row.same.date, row.same.unitName, claim(row.same))
    const paid = provincialOf(row, head).find((entry) => entry.level === head.level)
    if (paid) return said(paid.payDate, paid.unitName, row.provincial.evidence)
    return row.provincial.state === 'unavailable' ? unavailable(none, row.provincial.evidence) : passed(none, none, row.provincial.evidence)
  },
}

/** The levels that may have been subsidised before this one. */
const belowOf = (code: string): Said => {
  const { zh, en } = wordsOf(level, code)
  return [`低于${zh}`, `Below ${en}`]
}

/** AT05: nothing lower after something higher; an equal level is AT04. */
export const lowerRule: RowRule = {
  code: 'AT05',
  zh: '低等级后申领',
  en: 'Lower after higher',
  check(row, head) {
    const said = (code: string, evidence: typeof row.provincial.evidence) => {
      const { zh, en } = wordsOf(level, code)
      return failed('1', `已享受${zh}补贴，不得再申领低等级`, `${en} was already subsidised`, belowOf(head.level), [zh, en], evidence)
    }
    if (row.higher) return said(row.higher.level, claim(row.higher))
    const paid = provincialOf(row, head).find((entry) => levelRank(entry.level) > levelRank(head.level))
    if (paid) return said(paid.level, row.provincial.evidence)
    return row.provincial.state === 'unavailable' ? unavailable(none, row.provincial.evidence) : passed(none, none, row.provincial.evidence)
  },
}

/** AT06 */
export const annualRule: RowRule = {
  code: 'AT06',
  zh: '年度次数',
  en: 'Trainings in the year',
  check(row, { limits }) {
    const actual = String(row.yearOrder)
    const expect = `≤ ${limits.annualLimit}`
    return row.yearOrder <= limits.annualLimit ? passed(expect, actual) : failed('1', `本年度第${actual}次，超过${limits.annualLimit}次`, `Number ${actual} in the year, over the limit of ${limits.annualLimit}`, expect, actual)
  },
}

/** AT20 */
export const clashRule: RowRule = {
  code: 'AT20',
  zh: '时间冲突',
  en: 'In two classes at once',
  check: ({ clash }) =>
    clash === null
      ? passed(none, none)
      : failed('1', `${clash.date}同时出现在班级${clash.classNo}`, `Present in class ${clash.classNo} at the same time on ${clash.date}`, none, `${clash.date} ${clash.classNo}`, link('Lesson', clash.classId, '冲突课次', 'Lesson')),
}
