import { CertificateLookup } from "./certificate-lookup.tsx";

export default function TrainingCheck() {
  return <CertificateLookup page="pxzx" />;
}
