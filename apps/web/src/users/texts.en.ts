import type { Translation } from '../core/i18n/texts.ts'
import type zh from './texts.zh.ts'

export default {
  profile: {
    tab: 'My info',
    saved: 'Saved',
    department: 'Department',
    roles: 'Roles',
    and: ', ',
    choosePicture: 'Change picture',
    removePicture: 'Remove picture',
    pictureHint: 'jpg or png, at most 500 kB',
  },
  student: { tab: 'Student data' },
  password: {
    tab: 'Change password',
    rule: '8–20 characters with letters and digits',
    differ: 'The two passwords differ',
    submit: 'Change password',
    changed: 'The password was changed. Sign in with the new one.',
    must: 'Your password was reset. Choose a new one before you go on.',
  },
} satisfies Translation<typeof zh>
