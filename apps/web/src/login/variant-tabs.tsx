import type { KeyboardEvent } from 'react'
import type { LoginVariant } from '../core/sign-in.ts'
import { useTexts } from './texts.ts'

const variants: readonly LoginVariant[] = ['business', 'institution', 'student']
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Who signs in. Arrow keys move between the tabs, as in any tab list. */
export function VariantTabs({ value, onChange }: { value: LoginVariant; onChange: (variant: LoginVariant) => void }) {
  const t = useTexts()
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = steps[event.key]
    if (!step) return
    const next = variants[(variants.indexOf(value) + step + variants.length) % variants.length]!
    onChange(next)
    document.getElementById(`login-${next}`)?.focus()
  }
  return (
    <div className="login-tabs" role="tablist" aria-label={t('variants')} onKeyDown={move}>
      {variants.map((variant) => (
        <button
          key={variant}
          id={`login-${variant}`}
          type="button"
          role="tab"
          aria-selected={variant === value}
          aria-controls="login-panel"
          tabIndex={variant === value ? 0 : -1}
          onClick={() => onChange(variant)}
        >
          {t(`${variant}.tab`)}
        </button>
      ))}
    </div>
  )
}
