import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/** A failure that is told in one line, without a stack. */
export class Failure extends Error {}

/**
 * Runs a program to its end with our own input and output.
 * @returns {Promise<number>} its exit code; 128 and more when a signal ended it
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 130))
  })
}

/** Runs `main` and turns what it throws into one line and exit code 1. */
export async function asProgram(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exit(1)
  }
}
