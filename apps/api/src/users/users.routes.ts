import type { Domain } from '../core/implement.ts'
import { profileRoutes } from './profile.routes.ts'

export const users: Domain = {
  name: 'users',
  routes: profileRoutes,
  constraints: {
    app_user_account: 'ACCOUNT_DUP',
    app_user_student: 'ACCOUNT_DUP',
    app_user_not_reserved: 'ACCOUNT_DUP',
    app_user_phone: 'DUPLICATE',
  },
}
