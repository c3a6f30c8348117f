import type { Translation } from '../core/i18n/texts.ts'
import type zh from './third-party-texts.zh.ts'

export default {
  choose: 'Choose where to sign in; you will be led back here',
  with: 'Sign in with {name}',
  busy: 'Signing in…',
  dialog: 'Registration',
  vouched: 'The third party knows you, but you have no account here yet. Ask for one below; once an administrator has approved it, you can sign in with the third party.',
  student: 'Students register first, and link their third-party account in “My info” afterwards',
  close: 'Close',
  sent: 'Your registration is sent. Please wait for the administrator to approve it.',
  told: 'You are told the outcome by SMS.',
  fault: {
    expired: 'The sign-in took too long or was used already, please begin again',
    denied: 'You have cancelled the sign-in',
    unreachable: 'The third party cannot be reached; please try later, or sign in another way',
    failed: 'The sign-in with the third party could not be verified; please try later, or sign in another way',
    busy: 'Too many requests, try later',
    off: 'This third party is no longer in use; please sign in another way',
  },
} satisfies Translation<typeof zh>
