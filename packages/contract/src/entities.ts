import type { Entity } from './core/entity.ts'
import { CandidateSource } from './teaching/candidate-source.ts'

/** All stored entities: for the API and tests. A web page imports its own entity only. */
export const entities: readonly Entity<any>[] = [CandidateSource]
