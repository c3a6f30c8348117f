import type { Translation } from '../core/i18n/texts.ts'
import type zh from './texts.zh.ts'

export default {
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  bullets: 'Bullets',
  numbers: 'Numbering',
  link: 'Link',
  linkAddress: 'Address (http or https)',
  plain: 'Clear formatting',
  categories: 'Categories',
  none: 'No notices yet',
  failed: 'The notices cannot be loaded',
  more: 'All notices',
  latest: 'Latest notices',
  files: 'Files',
} satisfies Translation<typeof zh>
