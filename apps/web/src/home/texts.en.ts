import type { Translation } from '../core/i18n/texts.ts'
import type zh from './texts.zh.ts'

export default {
  greeting: 'Hello, {name}',
  quickLinks: 'Where to go',
} satisfies Translation<typeof zh>
