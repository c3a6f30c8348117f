import { PasswordForm } from './password-form.tsx'
import { useTexts } from './texts.ts'
import './users.css'

/** Stands where the pages would: a password that somebody else chose is changed first. */
export default function MustChangePassword() {
  const t = useTexts()
  return (
    <div className="own-page own-page-alone">
      <h1>{t('password.tab')}</h1>
      <p>{t('password.must')}</p>
      <PasswordForm />
    </div>
  )
}
