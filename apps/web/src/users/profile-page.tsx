import { PageHeader } from '../core/page-header.tsx'
import { useSession } from '../core/session.ts'
import { Tabs } from '../core/tabs.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { StudentForm } from './student-form.tsx'
import { useTexts } from './texts.ts'
import './users.css'

/** /info/index: the user's own data, and his password. */
export default function ProfilePage() {
  const t = useTexts()
  const { info } = useSession()
  return (
    <>
      <PageHeader title={t('profile.tab')} />
      <div className="own-page">
        <Tabs
          label={t('profile.tab')}
          items={[
            { key: 'profile', label: t('profile.tab'), content: <ProfileForm /> },
            ...(info?.loginType === '2' ? [{ key: 'student', label: t('student.tab'), content: <StudentForm /> }] : []),
            { key: 'password', label: t('password.tab'), content: <><PasswordForm /><OwnSessions /></> },
          ]}
        />
      </div>
    </>
  )
}
