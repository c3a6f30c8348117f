import { HomeFrame } from './home-frame.tsx'

export default function BureauHome() {
  return <HomeFrame />
}
