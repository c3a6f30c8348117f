import { useSyncExternalStore } from 'react'

/** Whether the job tray is open. A store of its own, so that any button can open it without drawing it. */
let open = false
let started = 0
const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A job was started: shows the tray, which asks for the jobs at once. */
export function openJobs(): void {
  open = true
  started++
  tell()
}

export function setJobsOpen(next: boolean): void {
  open = next
  tell()
}

export const useJobsOpen = (): boolean => useSyncExternalStore(subscribe, () => open)
/** Grows with each job started here. */
export const useJobsStarted = (): number => useSyncExternalStore(subscribe, () => started)
