import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { useSearchParams } from "react-router";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { RefSelect } from "../../core/form/ref-select.tsx";
import { useCall } from "../../core/api/use-call.ts";
import { RosterList } from "./roster-list.tsx";
import { ownClasses } from "./sources.ts";
import { useTexts } from "./texts.ts";
import "./enrolment.css";

/** 花名册: one class at a time, or everybody. The class stands in the address. */
export default function RosterPage() {
  const t = useTexts();
  const label = useLabel();
  const [params, setParams] = useSearchParams();
  const classId = params.get("of") ?? undefined;
  const chosen = useCall(classCalls.detail, { id: classId ?? "" }, { enabled: classId !== undefined });
  const choose = (value: unknown) => setParams(typeof value === "string" ? { of: value } : {}, { replace: true });
  const chooser = (
    <div className="roster-class">
      <label htmlFor="roster-class">{t("roster.choose")}</label>
      <RefSelect
        id="roster-class"
        source={ownClasses}
        value={classId ?? null}
        onChange={choose}
        placeholder={t("roster.allClasses")}
        title={chosen.data?.className}
      />
    </div>
  );
  // The list of everybody keeps its filters in the address: figures lead to it.
  if (!classId) return <RosterList chooser={chooser} />;
  return (
    <>
      <PageHeader title={label(["花名册", "Roster"])}>
        {chooser}
        {chosen.data && chosen.data.status !== "unCommit" && <p className="unit">{t("roster.locked")}</p>}
      </PageHeader>
      <RosterList
        key={classId}
        classId={classId}
        classStatus={chosen.data?.status}
        runState={chosen.data?.runState}
        embedded
      />
    </>
  );
}
