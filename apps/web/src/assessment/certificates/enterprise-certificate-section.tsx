import type { SectionProps } from "../../core/page/page-sections.ts";
import { EnterpriseCertificateList } from "./enterprise-certificate-list.tsx";

/** Certificates of a class of an enterprise. */
export default function EnterpriseCertificateSection({ id }: SectionProps) {
  return <EnterpriseCertificateList classId={id} />;
}
