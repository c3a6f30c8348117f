import { HomeFrame } from './home-frame.tsx'

export default function EnterpriseHome() {
  return <HomeFrame />
}
