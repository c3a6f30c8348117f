import type { PublicPages } from '../core/public-pages.ts'

export const publicPages: PublicPages = {
  '/register': { zh: '学员注册', en: 'Student registration', load: () => import('./register-page.tsx') },
  '/forgot': { zh: '找回密码', en: 'Forgotten password', load: () => import('./forgot-page.tsx') },
}
