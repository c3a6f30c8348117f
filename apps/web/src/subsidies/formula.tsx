import type { FormulaStep } from '@jipei/contract/subsidies/subsidy-line.ts'
import { Popover } from 'antd'
import { useLabel } from '../core/i18n/language.ts'
import { useTexts } from './texts.ts'

/** The calculation of an amount line by line, as a small table. */
export function FormulaTable({ steps }: { steps: readonly FormulaStep[] | null | undefined }) {
  const label = useLabel()
  if (!steps?.length) return null
  return (
    <table className="formula">
      <tbody>
        {steps.map((step, i) => (
          <tr key={i} className={i === steps.length - 1 ? 'formula-result' : undefined}>
            <th scope="row">{label(step)}</th>
            <td className="numeric">{step.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A button that opens the calculation. */
export function FormulaText({ steps }: { steps: readonly FormulaStep[] | null | undefined }) {
  const t = useTexts()
  if (!steps?.length) return null
  return (
    <Popover trigger="click" content={<FormulaTable steps={steps} />}>
      <button type="button" className="link-button">
        {t('claim.formula')}
      </button>
    </Popover>
  )
}
