import { CertificateList } from "./certificate-list.tsx";

/** Certificates in sight of the audience. */
export default function CertificatesPage() {
  return <CertificateList />;
}
