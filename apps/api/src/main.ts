import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Settings, SettingsError, readSettings } from './core/settings.ts'
import { type Server, startServer } from './server.ts'

/** How long open requests and jobs may take to end; then we go all the same. */
const patience = 45_000

let server: Server | undefined
let leaving = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)
// The start script keeps a channel open to us; without it nobody could stop us.
if (process.channel) process.on('disconnect', leave)

try {
  const settings = readSettings(process.env)
  await waitForPort(settings)
  server = await startServer(settings, (line) => console.log(`· ${line}`))
  if (leaving) await close()
  const address = await server.app.listen({ host: settings.host, port: settings.port })
  greet(settings.port === 0 ? address : settings.publicUrl, server)
} catch (error) {
  await server?.close()
  if (!leaving) console.error(`Jipei cannot start: ${told(error)}`)
  process.exit(leaving ? 0 : 1)
}

function leave(): void {
  if (leaving) return
  leaving = true
  setTimeout(() => process.exit(1), patience).unref()
  if (server) void close()
}

async function close(): Promise<never> {
  await server?.close()
  process.exit(0)
}

/** Looks before the long part of the start; a moment's patience lets a predecessor that was just stopped finish. */
async function waitForPort({ host, port }: Settings): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const problem = await tryPort(host, port)
    if (!problem) return
    if (problem.code !== 'EADDRINUSE' || attempt === 15) throw problem
    await sleep(200)
  }
}

function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}

/** One line for what whoever starts us can mend; the stack for a fault of ours. */
function told(error: unknown): string {
  const { code, path, port, address, message, stack } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') return `port ${port} is taken; stop what uses it or set PORT to another`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${address ?? ''} is no address of this machine`
  if (code === 'EACCES' && port) return `port ${port} needs more rights than this user has; set PORT to 1024 or more`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path} cannot be written by this user; set DATA_DIR to a folder that can`
  if (code === 'ENOSPC') return 'the disk is full'
  const ours = error instanceof SettingsError || error?.constructor.name === 'MigrationError'
  return ours ? message : (stack ?? message)
}

/** In one piece, so that whoever waits for the address has the rest as well. */
function greet(address: string, { demoAccounts, demoPassword }: Server): void {
  const lines = [`\nJipei is ready at ${address}`]
  if (demoPassword) {
    lines.push(`\nDemo accounts, all with the password ${demoPassword}`)
    for (const { account, zh, en } of demoAccounts) lines.push(`  ${account.padEnd(24)} ${zh} ${en}`)
    lines.push('\nStop with Ctrl-C.')
  }
  console.log(lines.join('\n'))
}
