import type { Domain } from './core/implement.ts'
import { settings } from './settings/settings.routes.ts'
import { teaching } from './teaching/teaching.routes.ts'

/** The one list of domains. */
export const domains: readonly Domain[] = [settings, teaching]
