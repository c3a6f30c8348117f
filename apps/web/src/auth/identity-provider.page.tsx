import { IdentityProvider, type IdentityProviderRow, identityProviderCalls as calls } from '@jipei/contract/auth/identity-provider.ts'
import { useState } from 'react'
import { CrudPage } from '../core/crud-page.tsx'
import { useCan } from '../core/session.ts'
import { ProviderTest } from './provider-test.tsx'
import { useTexts } from './texts.ts'
import './auth.css'

/** Third parties that users sign in with. */
export default function IdentityProviderPage() {
  const t = useTexts()
  const mayTest = useCan(['identity_provider_add', 'identity_provider_edit'])
  const [tested, setTested] = useState<IdentityProviderRow | null>(null)
  return (
    <>
      <CrudPage
        entity={IdentityProvider}
        calls={calls}
        resource="identity_provider"
        columns={['source', 'name', 'nameEn', 'status', { field: 'issuer', width: 280 }, 'clientId', 'scopes', 'sort', 'updateTime']}
        search={['name', 'source', 'status']}
        card={['name', 'status', 'source', 'issuer']}
        form={['name', 'nameEn', 'source', 'sort', 'issuer', 'clientId', 'scopes', 'clientSecret', 'status', 'remark']}
        view={['source', 'name', 'nameEn', 'status', 'issuer', 'clientId', 'scopes', 'sort', 'remark', 'createTime', 'updateTime']}
        initial={{ scopes: 'openid profile', sort: 10, status: '1' }}
        formHead={<Hints />}
        rowActions={(row: IdentityProviderRow) => (mayTest ? [{ key: 'test', label: t('provider.test'), run: () => setTested(row) }] : [])}
      />
      {tested && <ProviderTest provider={tested} onClose={() => setTested(null)} />}
    </>
  )
}

function Hints() {
  const t = useTexts()
  return (
    <div className="provider-hints" role="note">
      <p>{t('provider.hint')}</p>
      <p>{t('provider.hintSource')}</p>
      <p>{t('provider.keep')}</p>
    </div>
  )
}
