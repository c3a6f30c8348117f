import { orgState } from '../core/codes.ts'
import { machine } from '../core/machine.ts'

/** Standing of an institution. A change of filed facts keeps the state and waits beside it. */
export const organisationMachine = machine({
  name: 'Organisation',
  zh: '培训机构',
  en: 'Institution',
  entity: 'Organisation',
  field: 'state',
  resource: 'org',
  states: orgState,
  initial: 'unConfirm',
  actions: {
    approve: { zh: '审核通过', en: 'Approve', from: ['unConfirm'], to: 'isUser', by: ['clerk', 'sysAdmin'], permission: 'org_confirm' },
    back: { zh: '退回', en: 'Return', from: ['unConfirm'], to: 'back', by: ['clerk'], reason: true },
    resubmit: { zh: '重新提交', en: 'Submit again', from: ['back'], to: 'unConfirm', by: ['orgAdmin'], permission: 'org_edit' },
    approveChange: { zh: '变更通过', en: 'Approve the change', from: ['isUser'], to: 'isUser', by: ['clerk', 'sysAdmin'], permission: 'org_confirm' },
    returnChange: { zh: '退回变更', en: 'Return the change', from: ['isUser'], to: 'isUser', by: ['clerk'], permission: 'org_back', reason: true },
    resume: { zh: '恢复启用', en: 'Resume', from: ['unUser'], to: 'isUser', by: ['clerk', 'sysAdmin'], permission: 'org_unlock' },
    resetPassword: { zh: '重置密码', en: 'Reset password', from: ['unConfirm', 'back', 'isUser', 'unUser'], to: ['unConfirm', 'back', 'isUser', 'unUser'], by: ['sysAdmin', 'clerk'] },
    suspend: { zh: '停用', en: 'Suspend', from: ['isUser'], to: 'unUser', by: ['clerk', 'sysAdmin'], permission: 'org_lock', reason: true, danger: true },
    cancel: { zh: '注销', en: 'Cancel', from: ['unUser'], to: 'Invalidate', by: ['sysAdmin'], permission: 'org_invalidate', reason: true, danger: true },
    requestChange: { zh: '申请变更', en: 'File a change', from: ['isUser'], to: 'isUser', by: ['orgAdmin'], permission: 'org_edit' },
    remove: { zh: '删除', en: 'Remove', from: ['unConfirm', 'back'], to: ['unConfirm', 'back'], by: ['sysAdmin', 'clerk'], permission: 'org_delete', danger: true },
  },
})
