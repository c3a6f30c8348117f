import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

/**
 * npm that is killed with -9 cannot hand that on, and its shell lives on without it: look whether we are still below npm.
 * Only Linux tells without starting a program each second.
 */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return
  const line = ancestors()
  setInterval(() => ancestors() !== line && child.kill('SIGTERM'), 1_000).unref()
}

/** The process ids of our parent and its parent. */
function ancestors() {
  try {
    // pid (name) state parent: the name may hold spaces and brackets.
    const parent = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]
    return `${process.ppid} ${parent}`
  } catch {
    return 'gone'
  }
}
