import { Field } from '../core/plain-field.tsx'
import { useTexts } from './texts.ts'

export function CaptchaField({ image, onRefresh, fault }: { image: string; onRefresh: () => void; fault: string | null }) {
  const t = useTexts()
  return (
    <Field name="captcha" label={t('captcha')} fault={fault}>
      {(control) => (
        <span className="plain-row">
          <input
            {...control}
            key={image}
            className="plain-field"
            placeholder={t('captchaHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={5}
          />
          <button type="button" className="login-captcha" onClick={onRefresh} title={t('captchaRefresh')}>
            <img src={image} alt={t('captchaImage')} />
          </button>
        </span>
      )}
    </Field>
  )
}
