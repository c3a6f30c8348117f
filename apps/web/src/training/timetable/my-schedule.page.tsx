import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { Segmented } from "antd";
import { Suspense, lazy } from "react";
import { useSearchParams } from "react-router";
import { Link } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { RefSelect } from "../../core/form/ref-select.tsx";
import { Empty, Loaded, Skeleton } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { ownClasses } from "../roster/sources.ts";
import { HoldAttendance } from "../attendance/attendance-drafts.tsx";
import { useTexts } from "../texts.ts";
import "./week-grid.css";

const TimetableSection = lazy(() => import("./timetable-section.tsx"));
const AttendanceSection = lazy(() => import("../attendance/attendance-section.tsx"));

/** Timetable and attendance of the classes one teaches or leads, without the rest of the class page. */
export default function MySchedulePage() {
  const t = useTexts();
  const [parameters, setParameters] = useSearchParams();
  const running = useCall(classCalls.usedByOrg, { current: 1, size: 1, runState: "running" });
  const first = running.data?.records[0]?.id;
  const id = parameters.get("class") ?? first ?? "";
  const view = parameters.get("view") ?? "timetable";
  const found = useCall(classCalls.detail, { id }, { enabled: id !== "" });
  const row = found.data;
  const Section = view === "attendance" ? AttendanceSection : TimetableSection;
  const change = (next: Record<string, string | null>) =>
    setParameters(
      (before) =>
        Object.fromEntries(
          [...Object.entries(Object.fromEntries(before)), ...Object.entries(next)].filter(
            (pair): pair is [string, string] => pair[1] !== null,
          ),
        ),
      { replace: true },
    );
  return (
    <div className="page">
      <PageHeader
        title={t("mine.title")}
        subtitle={row && <Link to={`/class/detail/${id}`}>{row.classNo ?? row.className}</Link>}
      />
      <div className="timetable-bar">
        <div style={{ minWidth: "min(360px, 100%)" }}>
          <RefSelect
            source={ownClasses}
            value={id || null}
            title={row?.className}
            onChange={(next) => change({ class: next as string | null })}
            placeholder={t("mine.choose")}
            aria-label={t("mine.choose")}
          />
        </div>
        <Segmented
          aria-label={t("attendance.view")}
          value={view}
          onChange={(next) => change({ view: next })}
          options={[
            { value: "timetable", label: t("timetable.title") },
            { value: "attendance", label: t("mine.attendance") },
          ]}
        />
      </div>
      {id === "" ? (
        <Loaded query={running}>{() => <Empty text={t("mine.noClass")} />}</Loaded>
      ) : (
        <HoldAttendance>
          <Loaded query={found}>
            {(row) => (
              <Suspense fallback={<Skeleton />}>
                <Section key={id} id={id} row={row} reload={() => void found.refetch()} />
              </Suspense>
            )}
          </Loaded>
        </HoldAttendance>
      )}
    </div>
  );
}
