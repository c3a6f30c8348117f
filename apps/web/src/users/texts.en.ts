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
  sessions: {
    title: 'Where you are signed in',
    current: 'This session',
    unknown: 'Unknown device',
    facts: '{ip} · signed in {began} · last seen {seen}',
    end: 'End',
    endOf: 'End the session of {name}',
    endOthers: 'End all other sessions',
    note: '{n} session(s) end at once; one must sign in again there.',
    ended: 'Ended',
  },
  platform: {
    title: 'Platform data of {name}',
    hint: 'What each platform keeps about the user, as a JSON object.',
    save: 'Save',
    saved: 'Updated',
    wrong: 'must be a JSON object',
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
