import { CompetitionNotice, competitionCalls } from "@jipei/contract/competitions/competition.ts";
import { CompetitionRegister } from "@jipei/contract/competitions/registration.ts";
import { CompetitionRecord } from "@jipei/contract/competitions/result.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { ItemTable } from "./item-table.tsx";
import { RegistrationList } from "./registration-list.tsx";
import { ResultList } from "./result-list.tsx";
import type { CompetitionNoticeRow, WholeCompetition } from "@jipei/contract/competitions/competition.ts";

/** 竞赛 of a unit or a person: what is announced, who they registered, and what was reached. */
export default function OwnCompetitionsPage() {
  const label = useLabel();
  return (
    <div className="page">
      <PageHeader title={label(CompetitionNotice)} />
      <CrudPage
        entity={CompetitionNotice}
        calls={{ list: competitionCalls.list, detail: competitionCalls.detail }}
        resource="competition_notice"
        columns={[
          { field: "competitionName", width: 240 },
          "competitionLevel",
          "registerStart",
          "registerEnd",
          "competeStart",
          "place",
        ]}
        card={["competitionName", "registerEnd", "competeStart"]}
        search={[]}
        below={(row: CompetitionNoticeRow & Partial<WholeCompetition>) => row.items && <ItemTable items={row.items} />}
        embedded
      />
      <h2 className="section-title">{label(CompetitionRegister)}</h2>
      <RegistrationList own />
      <h2 className="section-title">{label(CompetitionRecord)}</h2>
      <ResultList own />
    </div>
  );
}
