import { HomeFrame } from './home-frame.tsx'

export default function StudentHome() {
  return <HomeFrame />
}
