import { CertificateList } from "./certificate-list.tsx";

/** Certificates that the audience may see. */
export default function CertificatesPage() {
  return <CertificateList />;
}
