import { lazy } from 'react'
import type { ComponentType } from 'react'
import { useSession } from '../core/session.ts'
import { homeViewOf } from './home-view.ts'
import type { HomeView } from './home-view.ts'

const views: Record<HomeView, ComponentType> = {
  bureau: lazy(() => import('./bureau-home.tsx')),
  institution: lazy(() => import('./institution-home.tsx')),
  enterprise: lazy(() => import('./enterprise-home.tsx')),
  student: lazy(() => import('./student-home.tsx')),
  assessor: lazy(() => import('./assessor-home.tsx')),
}

/** /wel/index: the home page of whoever is signed in. */
export default function HomePage() {
  const { info } = useSession()
  if (!info) return null
  const View = views[homeViewOf(info)]
  return <View />
}
