import type { Pages } from '../core/registry.ts'

export const pages: Pages = {
  '/information/notice': () => import('./notice.page.tsx'),
  '/my/notice': { load: () => import('./my-notice.page.tsx'), zh: '通知公告', en: 'Notices' },
}
