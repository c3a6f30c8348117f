import { EnterpriseCertificateList } from "./enterprise-certificate-list.tsx";

/** 企业学员证书, for the bureau and for the enterprise. */
export default function EnterpriseCertificatesPage() {
  return <EnterpriseCertificateList />;
}
