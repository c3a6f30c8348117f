import { HomeFrame } from './home-frame.tsx'

export default function AssessorHome() {
  return <HomeFrame />
}
