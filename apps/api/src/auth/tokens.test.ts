import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokens } from './tokens.ts'

const tokens = createTokens(Buffer.alloc(32, 7))
const claims = { sessionId: '5', userId: '9' }

test('a token is read as what it is, the second time too, and by its own key only', () => {
  const token = tokens.access(claims, 60)
  for (let time = 0; time < 2; time++) {
    assert.deepEqual(tokens.readAccess(token), { ...claims, generation: 0 })
    assert.equal(tokens.readRefresh(token), null)
  }
  assert.equal(createTokens(Buffer.alloc(32, 8)).readAccess(token), null)
  assert.equal(tokens.readAccess(`${token.slice(0, -2)}xx`), null)
})

test('a token that was read before is refused once it has run out', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const token = tokens.access(claims, 60)
  assert.ok(tokens.readAccess(token))
  context.mock.timers.tick(61_000)
  assert.equal(tokens.readAccess(token), null)
})

test('of many tokens each is still read', () => {
  const many = Array.from({ length: 2100 }, (_, n) => tokens.access({ ...claims, userId: String(n) }, 60))
  for (const [n, token] of many.entries()) assert.equal(tokens.readAccess(token)?.userId, String(n))
  assert.equal(tokens.readAccess(many[0] as string)?.userId, '0')
})
