import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { node24 } from './node24.mjs'
import { cache, root } from './paths.mjs'

/**
 * Runs a TypeScript file of ours on Node 24 to its end, handing on signals, and ends with its exit code.
 * @param {string[]} args file and its arguments
 * @param {string[]} nodeOptions
 */
export function runOnNode24(args, nodeOptions = []) {
  const child = spawn(node24(), [...nodeOptions, ...args], {
    cwd: root,
    // The channel closes when this process is killed, whichever way; the child then knows that it must stop too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(cache, 'compile') },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  stopWithNpm(child)
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
}

/** npm that is killed with -9 cannot hand that on: then our parent process is another one from one second to the next. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1_000).unref()
}
