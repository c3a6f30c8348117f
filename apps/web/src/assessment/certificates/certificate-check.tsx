import { CertificateLookup } from "./certificate-lookup.tsx";

export default function CertificateCheck() {
  return <CertificateLookup page="certInfo" />;
}
