import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { useSearchParams } from "react-router";
import { formatDate, formatDateTime } from "../../core/format/dates.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Empty, Unanswered } from "../../core/ui/states.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { CheckWorkspace } from "./check/check-workspace.tsx";
import { useTexts } from "./texts.ts";
import "./enrolment.css";

/** 学员审核: classes that wait on the left, the oldest first; the people of one with everything known about them on the right. */
export default function StudentCheckPage() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const classes = useCall(classCalls.usedByManage, { status: "unConfirm", ascs: "commitTime", current: 1, size: 200 });
  const rows = classes.data?.records ?? [];
  const chosen = rows.find((row) => row.id === params.get("of")) ?? (rows.length === 1 ? rows[0] : undefined);
  const unanswered = classes.isError || !classes.data;
  return (
    <>
      <PageHeader title={t("check.title")} />
      {unanswered && <Unanswered queries={[classes]} />}
      {!unanswered && rows.length === 0 && <Empty text={t("check.none")}>{t("check.noneText")}</Empty>}
      {!unanswered && rows.length > 0 && (
        <div className="check-page">
          <nav aria-label={t("check.classes")} className="check-classes">
            {rows.map((row) => (
              <button
                key={row.id}
                type="button"
                className="check-class"
                aria-current={row.id === chosen?.id ? "true" : undefined}
                onClick={() => setParams({ of: row.id }, { replace: true })}
              >
                <strong>{row.className}</strong>
                <span className="unit">{row.orgName}</span>
                <span className="unit">
                  {t("roster.count", { count: row.studentCount ?? 0 })} ·{" "}
                  {t("check.starts", { date: formatDate(row.startDate) })}
                </span>
                {row.commitTime && (
                  <span className="unit">{t("check.submitted", { time: formatDateTime(row.commitTime) })}</span>
                )}
              </button>
            ))}
          </nav>
          {chosen ? (
            <CheckWorkspace key={chosen.id} classId={chosen.id} title={chosen.className} />
          ) : (
            <Empty text={t("check.pick")} />
          )}
        </div>
      )}
    </>
  );
}
