import type { SectionProps } from "../../core/page/page-sections.ts";
import { CertificateList } from "./certificate-list.tsx";

/** Certificates of the class page. */
export default function CertificateSection({ id }: SectionProps) {
  return <CertificateList classId={id} />;
}
