import { classRun, confirmStatus } from "@jipei/contract/core/fields/codes.ts";
import {
  type WholeEnterpriseClass,
  enterpriseClassCalls as calls,
} from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseClassMachine } from "@jipei/contract/training/enterprise-class.machine.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { Button } from "antd";
import { type ReactNode, Suspense, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { EntityView } from "../../core/crud/entity-view.tsx";
import { FormDialog } from "../../core/dialog/form-dialog.tsx";
import { type MendPlaces, Mending } from "../../core/dialog/mending.tsx";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { type Named, useLabel } from "../../core/i18n/language.ts";
import { AuditList } from "../../core/moves/audit-list.tsx";
import { StatusActions } from "../../core/moves/status-actions.tsx";
import { Link } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { NextCase } from "../../core/queue/next-case.tsx";
import { useCases } from "../../core/queue/use-cases.ts";
import { sectionsOfPage } from "../../core/page/page-sections.ts";
import { useTabTitle } from "../../core/page/tab-title.ts";
import { can, canMove, useCan, useSession } from "../../core/session/session.ts";
import { Stations } from "../../core/ui/stations.tsx";
import { Skeleton, Unanswered } from "../../core/ui/states.tsx";
import { HoldAttendance } from "../attendance/attendance-drafts.tsx";
import { findStation, stations } from "../class/class-stations.ts";
import { NextStepBar } from "../class/next-step-bar.tsx";
import { useTexts } from "../texts.ts";
import { StaffAttendance } from "./staff-attendance.tsx";
import { isDraft, staffClassControls, staffClassForm, staffClassMoves, staffClassView } from "./staff-class-form.ts";
import { StaffList } from "./staff-list.tsx";
import { StaffSchedules } from "./staff-schedules.tsx";
import "../class/class-page.css";

type Row = WholeEnterpriseClass;
interface Section {
  key: string;
  name: Named;
  permission: PermissionKey | readonly PermissionKey[];
  when?: (row: Row) => boolean;
  render: (row: Row, reload: () => void) => ReactNode;
}

const sections: readonly Section[] = [
  {
    key: "overview",
    name: ["概况", "Overview"],
    permission: "enterprise_class_view",
    render: (row) => <EntityView entity={EnterpriseClass} row={row} fields={staffClassView} />,
  },
  {
    key: "staff",
    name: ["学员", "Staff"],
    permission: "enterprise_student_view",
    render: (row) => <StaffList of={row} />,
  },
  {
    key: "schedules",
    name: ["课程安排", "Timetable"],
    permission: "enterprise_class_view",
    render: (row, reload) => <StaffSchedules row={row} reload={reload} />,
  },
  {
    key: "attendance",
    name: ["考勤", "Attendance"],
    permission: "attendance_view",
    render: (row, reload) => <StaffAttendance row={row} reload={reload} />,
  },
];

/** What later domains bring to the page of a class. */
const laterSections: readonly Section[] = sectionsOfPage<Row>("staffClass").map(
  ({ key, name, permission, when, component: Part }) => ({
    key,
    name,
    permission,
    when,
    render: (row, reload) => <Part id={row.id} row={row} reload={reload} />,
  }),
);
const history: Section = {
  key: "history",
  name: ["办理记录", "History"],
  permission: "enterprise_class_view",
  render: (row) => <AuditList records={row.auditList} machine={enterpriseClassMachine} />,
};

/** The page of a class of an enterprise, for the enterprise and the bureau. */
export default function StaffClassPage() {
  const { id = "" } = useParams();
  const found = useCall(calls.detail, { id }, { summary: true });
  const row = found.data;
  useTabTitle(row?.className);
  if (!row) return <Unanswered queries={[found]} />;
  return (
    <HoldAttendance>
      <StaffClassView row={row} reload={() => void refreshAfter(calls.save)} />
    </HoldAttendance>
  );
}

/** The sections in which refusals of the class are put right. */
const places: MendPlaces = {
  roster: "?section=staff",
  timetable: "?section=schedules",
  attendance: "?section=attendance",
  classFiles: "?section=overview",
  classForm: "?section=overview",
};

function StaffClassView({ row, reload }: { row: Row; reload: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const session = useSession();
  const maySubmit = useCan("enterprise_class_commit");
  const [parameters] = useSearchParams();
  const shown = [...sections, ...laterSections, history].filter(
    ({ permission, when }) => can(permission, session) && (when?.(row) ?? true),
  );
  const active = shown.find(({ key }) => key === parameters.get("section")) ?? shown[0];
  return (
    <Mending value={places}>
      <div className="page class-page">
        <PageHeader
          title={row.className}
          subtitle={row.classNo ?? t("page.noNumber")}
          status={
            <>
              <StatusTag codes={confirmStatus} value={row.confirmStatus} />
              {row.confirmStatus === "Confirm" && <StatusTag codes={classRun} value={row.runState} />}
            </>
          }
          actions={<Actions row={row} reload={reload} />}
        />
        <Stations steps={stations} current={findStation(row)} stopped={row.confirmStatus === "Invalidate"} />
        <NextStepBar
          nextStep={row.nextStep}
          backReason={row.confirmStatus === "back" ? row.backReason : null}
          draft={isDraft(row) && maySubmit ? { id: row.id, version: row.version, check: calls.checkCommit } : null}
        />
        <nav className="section-nav" aria-label={t("page.sections")}>
          {shown.map(({ key, name }) => (
            <Link key={key} to={`?section=${key}`} replace aria-current={key === active?.key ? "true" : undefined}>
              {label(name)}
            </Link>
          ))}
        </nav>
        <Suspense fallback={<Skeleton />}>{active?.render(row, reload)}</Suspense>
      </div>
    </Mending>
  );
}

/** What this user may do with the class now. */
function Actions({ row, reload }: { row: Row; reload: () => void }) {
  const core = useCoreTexts();
  const session = useSession();
  const [editing, setEditing] = useState(false);
  const mayEdit = isDraft(row) && can("enterprise_class_edit", session) && can("enterprise_class_add", session);
  const waiting = useCases(
    calls.list,
    { confirmStatus: "unConfirm", ascs: "commitTime" },
    canMove(enterpriseClassMachine, "confirm", session),
  );
  return (
    <>
      <NextCase
        cases={waiting}
        id={row.id}
        waits={row.confirmStatus === "unConfirm"}
        nameOf={({ className }) => className}
        open={(id) => `/enterprise/class/${id}`}
      />
      {mayEdit && <Button onClick={() => setEditing(true)}>{core("list.edit")}</Button>}
      <StatusActions
        machine={enterpriseClassMachine}
        moves={staffClassMoves}
        entity={EnterpriseClass}
        row={row}
        onDone={reload}
      />
      <FormDialog
        open={editing}
        entity={EnterpriseClass}
        sections={staffClassForm}
        row={row}
        controls={staffClassControls}
        submit={calls.save}
        onReload={reload}
        onDone={reload}
        onClose={() => setEditing(false)}
      />
    </>
  );
}
