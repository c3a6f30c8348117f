import type { Pages } from '../core/registry.ts'

export const pages: Pages = {
  '/info/index': { zh: '个人信息', en: 'My info', load: () => import('./profile-page.tsx') },
}
