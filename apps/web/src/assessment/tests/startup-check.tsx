import { CertificateLookup } from "../certificates/certificate-lookup.tsx";

export default function StartupCheck() {
  return <CertificateLookup page="certInfocy" />;
}
