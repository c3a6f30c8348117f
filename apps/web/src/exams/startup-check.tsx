import { CertificateLookup } from "./certificate-lookup.tsx";

export default function StartupCheck() {
  return <CertificateLookup page="certInfocy" />;
}
