import type { PageLink } from "@jipei/contract/pages.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import type { EvidenceLink } from "@jipei/contract/subsidies/finding.ts";
import { Fragment, Suspense, lazy, useState } from "react";
import { Link } from "../../../core/page/link.ts";
import { useLabel } from "../../../core/i18n/language.ts";
import { can } from "../../../core/session/session.ts";
import { useTexts } from "../../texts.ts";

const EvidenceDrawer = lazy(() => import("./evidence-drawer.tsx"));

/** Evidence with a page of its own. */
const pages: Readonly<Record<string, (id: string) => PageLink>> = {
  TrainingClass: (id) => `/class/detail/${id}`,
  Lesson: (id) => `/class/detail/${id}?section=timetable`,
  Attendance: (id) => `/class/detail/${id}?section=attendance`,
  SubsidyApplication: (id) => `/subsidy/org/${id}`,
  EnterpriseClass: (id) => `/enterprise/class/${id}`,
  EnterpriseSubsidyApplication: (id) => `/subsidy/ent/${id}`,
};
/** Evidence that is read in place, and the right to read it. */
const rights: Readonly<Record<string, PermissionKey>> = {
  Student: "train_student_view",
  Certificate: "certificate_view",
  EnterpriseStudent: "enterprise_student_view",
  EnterpriseCertificate: "enterprise_cert_view",
  Grade: "grade_view",
  Organisation: "org_view",
  Course: "train_course_view",
  SubsidyStandard: "subsidy_view",
  TrainingProject: "train_project_view",
  ExtQuery: "ext_query_view",
};

/** The rows that prove a finding. */
export function EvidenceLinks({ links }: { links: readonly EvidenceLink[] | null | undefined }) {
  const t = useTexts();
  const label = useLabel();
  const [open, setOpen] = useState<EvidenceLink | null>(null);
  if (!links?.length) return null;
  const shown = (link: EvidenceLink) => {
    const page = pages[link.entity];
    if (page) return <Link to={page(link.id)}>{label(link)}</Link>;
    if (!can(rights[link.entity] ?? [])) return <span>{label(link)}</span>;
    return (
      <button type="button" className="link-button" onClick={() => setOpen(link)}>
        {label(link)}
      </button>
    );
  };
  return (
    <div className="evidence">
      {t("review.evidence")}
      {links.map((link) => (
        <Fragment key={`${link.entity}-${link.id}`}>{shown(link)}</Fragment>
      ))}
      {open && (
        <Suspense fallback={null}>
          <EvidenceDrawer link={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
