import type { Machine } from './core/machine.ts'

/** All state machines: for the API and tests. A web page imports its own machine only. */
export const machines: readonly Machine<any, any>[] = []
