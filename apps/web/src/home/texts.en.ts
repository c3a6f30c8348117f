import type { Translation } from '../core/i18n/texts.ts'
import type zh from './texts.zh.ts'

export default {
  greeting: 'Hello, {name}',
  quickLinks: 'Where to go',
  student: {
    next: 'Next lesson',
    classes: 'My classes',
    noClasses: 'You are in no class yet',
    signUp: 'Sign up',
    pending_one: '{count} sign-up waits for the institution',
    pending_other: '{count} sign-ups wait for the institution',
    certificate: 'Certificate',
    noAttendance: 'No attendance yet',
    attendance: 'Attendance {rate}% (at least {least}% needed)',
    attendanceLow: 'Attendance {rate}%, below the {least}% needed',
    payments: 'Subsidies in my name',
    notMe: 'This was not me',
    notMeText: 'Say what happened, for example “I never attended this training”. The bureau looks into it and answers; payment waits until then.',
    objected: 'Your objection was sent; you will be told the result',
  },
} satisfies Translation<typeof zh>
