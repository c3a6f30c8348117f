import { SignIn, sessionCalls } from '@jipei/contract/users/session.ts'
import { CrudPage } from '../core/crud-page.tsx'

/** 登录记录: every attempt of the last half year. */
export default function SignInPage() {
  return (
    <CrudPage
      entity={SignIn}
      calls={{ list: sessionCalls.signIns }}
      resource="user"
      columns={['account', 'realName', 'result', 'ip', { field: 'createTime', title: ['时间', 'Time'] }, 'clientId', { field: 'agent', width: 260 }]}
      card={['account', 'result', 'ip', 'createTime']}
      search={['account', 'realName', 'ip', 'result', 'createTime']}
      view={['account', 'realName', 'result', 'ip', 'clientId', 'agent', 'createTime']}
    />
  )
}
