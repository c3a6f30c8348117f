import { CertificateLookup } from "../certificates/certificate-lookup.tsx";

export default function TrainingCheck() {
  return <CertificateLookup page="pxzx" />;
}
