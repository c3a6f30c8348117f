import { loginType, sex } from '../core/codes.ts'
import { type Row, entity } from '../core/entity.ts'
import { code, codeList, date, datetime, ref, text } from '../core/field.ts'

export const userStatus = codeList('USER_STATUS', '账号状态', 'Account status', {
  '0': ['待审核', 'Pending', 'waiting'],
  '1': ['启用', 'Enabled', 'good'],
  '2': ['停用', 'Disabled', 'bad'],
  '3': ['锁定', 'Locked', 'bad'],
  '4': ['驳回', 'Rejected', 'bad'],
})

/** Somebody who may sign in. Passwords, units behind the account and roles are kept apart and never leave with a row. */
export const User = entity(
  'User',
  '用户',
  'User',
  {
    account: text(30, '账号', 'Account', 'required'),
    name: text(50, '昵称', 'Nick name', 'required'),
    realName: text(50, '真实姓名', 'Name', 'required'),
    avatar: text(300, '头像', 'Avatar'),
    phone: text(11, '手机', 'Mobile phone', 'optional', { masked: 'phone', encrypted: true, format: 'mobile' }),
    email: text(100, '邮箱', 'E-mail', 'optional', { format: 'email' }),
    birthday: date('生日', 'Date of birth'),
    sex: code(sex, '性别', 'Sex'),
    deptId: ref('Department', '所属部门', 'Department'),
    postId: ref('Post', '岗位', 'Post'),
    code: text(12, '用户编号', 'Number'),
    loginType: code(loginType, '登录类型', 'Sign-in', 'computed'),
    status: code(userStatus, '账号状态', 'Status', 'computed'),
    lastLoginTime: datetime('最近登录', 'Last sign-in', 'computed'),
  },
  { filters: ['account', 'realName', 'deptId', 'phone', 'status'], sorts: ['account', 'lastLoginTime'], order: ['deptId', 'account'], idName: 'userId', table: 'app_user', title: 'realName' },
)
export interface UserRow extends Row<typeof User> {}
