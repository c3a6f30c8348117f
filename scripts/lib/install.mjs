import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure, run } from './command.mjs'
import { withLock } from './lock.mjs'
import { cache, root } from './paths.mjs'
import { hashOf, isDone, markDone } from './stamp.mjs'

/**
 * Installs the packages of the lockfile, unless that was done. No package of ours needs an install script, so none is run.
 */
export async function install() {
  const hash = hashOf(['package-lock.json'])
  const done = () => existsSync(join(root, 'node_modules')) && isDone('install', hash)
  if (done()) return
  await withLock(
    join(cache, 'install.lock'),
    async () => {
      if (done()) return
      console.log('Installing packages (npm ci) …')
      const code = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
      if (code !== 0) throw new Failure('npm ci failed; see above')
      markDone('install', hash)
    },
    () => console.log('Another process is installing; waiting …'),
  )
}

/** The npm that belongs to the Node we run on, without a shell, so that no character of a path has a meaning. */
function npm(args) {
  const beside = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
  ]
  const cli = candidates.find((path) => path?.endsWith('npm-cli.js') && existsSync(path))
  return cli ? run(process.execPath, [cli, ...args]) : run('npm', args, { shell: process.platform === 'win32' })
}
