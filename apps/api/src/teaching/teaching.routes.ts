import type { Domain } from '../core/implement.ts'
import { candidateSourceRoutes } from './candidate-source.routes.ts'

export const teaching: Domain = {
  name: 'teaching',
  routes: [...candidateSourceRoutes],
}
