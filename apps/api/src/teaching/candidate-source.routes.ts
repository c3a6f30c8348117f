import { CandidateSource, candidateSourceCalls } from '@jipei/contract/teaching/candidate-source.ts'
import { crudRoutes } from '../core/crud.ts'
import { everything } from '../core/sql.ts'

// TODO(assessment): refuse the removal of a source that a test candidate uses (SOURCE_IN_USE), once that table exists.
export const candidateSourceRoutes = crudRoutes(candidateSourceCalls, { entity: CandidateSource, resource: 'candidates_source', scope: () => everything })
