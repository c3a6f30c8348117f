import { HomeFrame } from './home-frame.tsx'

export default function InstitutionHome() {
  return <HomeFrame />
}
