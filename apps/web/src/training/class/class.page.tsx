import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { classRun, classStatus } from "@jipei/contract/core/fields/codes.ts";
import { Suspense } from "react";
import { useParams, useSearchParams } from "react-router";
import { type MendPlaces, Mending } from "../../core/dialog/mending.tsx";
import { Link } from "../../core/page/link.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { sectionsOfPage } from "../../core/page/page-sections.ts";
import type { Section, SectionProps } from "../../core/page/page-sections.ts";
import { can, useCan, useSession } from "../../core/session/session.ts";
import { Skeleton, Unanswered } from "../../core/ui/states.tsx";
import { Stations } from "../../core/ui/stations.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { ApprovalBar } from "../../workflow/workflow.queries.ts";
import { HoldAttendance } from "../attendance/attendance-drafts.tsx";
import { awaitsConfirmation } from "./class-confirmation.ts";
import { ClassActions } from "./class-actions.tsx";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { findStation, stations } from "./class-stations.ts";
import { NextStepBar } from "./next-step-bar.tsx";
import { useTexts } from "../texts.ts";
import "./class-page.css";

/** The one page of a class, for everybody who has to do with it. What each may see and do follows from their rights. */
export default function ClassPage() {
  const { id = "" } = useParams();
  const found = useCall(classCalls.detail, { id }, { summary: true });
  const row = found.data;
  useTabTitle(row?.className);
  if (!row) return <Unanswered queries={[found]} />;
  // What a section changes also changes what the class lacks, not only its row.
  return (
    <HoldAttendance>
      <ClassView row={row} reload={() => void refreshAfter(classCalls.commit)} />
    </HoldAttendance>
  );
}

/** The sections in which refusals of the class are put right. */
const places: MendPlaces = {
  roster: "?section=roster",
  timetable: "?section=timetable",
  attendance: "?section=attendance",
  classFiles: "?section=files",
  classForm: "?section=overview",
};

function ClassView({ row, reload }: { row: WholeClass; reload: () => void }) {
  const t = useTexts();
  const session = useSession();
  const [parameters] = useSearchParams();
  const sections = sectionsOfPage<WholeClass>("class").filter(
    (section) => can(section.permission, session) && (section.when?.(row) ?? true),
  );
  const maySubmit = useCan("train_class_commit");
  const draft = row.status === "unCommit";
  const active = sections.find((section) => section.key === parameters.get("section")) ?? sections[0];
  const shared: SectionProps<WholeClass> = { id: row.id, row, reload };
  return (
    <Mending value={places}>
      <div className="page class-page">
        <PageHeader
          title={row.className}
          subtitle={row.classNo ?? t("page.noNumber")}
          status={
            <>
              <StatusTag codes={classStatus} value={row.status} />
              {row.status !== "unCommit" && row.status !== "unConfirm" && (
                <StatusTag codes={classRun} value={row.runState} />
              )}
            </>
          }
          actions={<ClassActions row={row} reload={reload} />}
        />
        <Stations steps={stations} current={findStation(row)} stopped={row.status === "deleted"} />
        <NextStepBar
          nextStep={row.nextStep}
          backReason={draft ? row.backReason : null}
          draft={draft && maySubmit ? { id: row.id, version: row.version, check: classCalls.checkCommit } : null}
        />
        <ApprovalBar move="trainingClass.confirm" businessId={row.id} isNext={awaitsConfirmation(row, session)} />
        <nav className="section-nav" aria-label={t("page.sections")}>
          {sections.map((section) => (
            <Link
              key={section.key}
              to={`?section=${section.key}`}
              replace
              aria-current={section === active ? "true" : undefined}
            >
              <SectionName section={section} {...shared} />
            </Link>
          ))}
        </nav>
        <Suspense fallback={<Skeleton />}>{active && <active.component key={active.key} {...shared} />}</Suspense>
      </div>
    </Mending>
  );
}

function SectionName({ section, ...shared }: SectionProps<WholeClass> & { section: Section<WholeClass> }) {
  const label = useLabel();
  const Badge = section.badge;
  return (
    <>
      {label(section.name)}
      <Suspense fallback={null}>{Badge && <Badge {...shared} />}</Suspense>
    </>
  );
}
