import { captcha, clearCache, logout, sm2Key, token, tokenAlias, userInfo } from '@jipei/contract/auth/auth.ts'
import { envelopeKey } from '@jipei/contract/auth/envelope.ts'
import { type Domain, raw, reads } from '../core/implement.ts'
import { newCaptcha } from './captcha.ts'
import { agreeOnKey } from './envelope.ts'
import { sessionInfo } from './session-info.ts'
import { endSession, sweepSessions } from './sessions.ts'
import { issueToken } from './token.ts'

export const auth: Domain = {
  name: 'auth',
  routes: [
    ...[token, tokenAlias].map((call) => raw(call, (request, _reply, _actor, form, app) => issueToken(request, form, app))),
    reads(captcha, (_db, _actor, _input, app) => newCaptcha(app)),
    reads(sm2Key, async (_db, _actor, _input, app) => ({ publicKey: app.keys.sm2.publicKey })),
    raw(logout, async (_request, _reply, actor, _input, app) => {
      if (actor.sessionId) await endSession(app, actor.sessionId)
    }),
    // Every call compares what a node remembers with the database's version of it, so there is never anything stale to drop.
    reads(clearCache, async () => undefined),
    raw(envelopeKey, (_request, _reply, actor, { publicKey }, app) => agreeOnKey(app, actor.sessionId, publicKey)),
    reads(userInfo, (_db, actor, _input, app) => sessionInfo(app, actor.userId)),
  ],
  timers: [{ name: 'auth.sweep', cron: '7 * * * *', run: sweepSessions }],
}
