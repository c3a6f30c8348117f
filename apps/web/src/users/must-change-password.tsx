import { PlainPage } from '../core/plain-page.tsx'
import { signOut } from '../core/sign-in.ts'
import { PasswordForm } from './password-form.tsx'
import { useTexts } from './texts.ts'
import './users.css'

/** Stands where the product would: a password that somebody else chose is changed first. */
export default function MustChangePassword() {
  const t = useTexts()
  return (
    <PlainPage
      tools={
        <button type="button" className="plain-button" onClick={() => void signOut()}>
          {t('factor.logOut')}
        </button>
      }
    >
      <main className="own-page own-page-alone factor-alone">
        <h1>{t('password.tab')}</h1>
        <p>{t('password.must')}</p>
        <PasswordForm />
      </main>
    </PlainPage>
  )
}
