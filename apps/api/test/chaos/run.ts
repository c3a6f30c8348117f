// npm run chaos: the long form of the tests that strike the installation, with its figures.
process.env['CHAOS_LONG'] = '1'
await import('../chaos.test.ts')
await import('../cancelled-jobs.test.ts')
await import('../kill.test.ts')

export {}
