import {
  CompetitionNotice,
  type CompetitionNoticeRow,
  type WholeCompetition,
  competitionCalls as calls,
  competitionMachine,
} from "@jipei/contract/competitions/competition.ts";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { AuditList } from "../core/moves/audit-list.tsx";
import { moveWith } from "../core/moves/moves.ts";
import { can, useSession } from "../core/session/session.ts";
import { ItemTable } from "./item-table.tsx";
import { ItemsDialog } from "./items-dialog.tsx";

const form = [
  {
    title: ["竞赛", "Competition"],
    fields: ["competitionName", "competitionLevel", "hostOrg", "undertakeOrg", "place"],
  },
  { title: ["时间", "Dates"], fields: ["registerStart", "registerEnd", "competeStart", "competeEnd"] },
  { title: ["通知", "Announcement"], fields: ["content", "attachmentList", "remark"] },
] as const;

const withdraw = moveWith(calls.submit, { status: "2" });

/** 竞赛通知, for the bureau: the announcement, its items, publication. */
export function CompetitionList() {
  const label = useLabel();
  const session = useSession();
  const [edited, setEdited] = useState<{ row: CompetitionNoticeRow; reload: () => void } | null>(null);
  const published = (row: CompetitionNoticeRow) => row.status === "1";
  const takeBack = moveWith(calls.submit, {
    status: "2",
    reason: label(["发布有误，撤销发布", "Published by mistake, taken back"]),
  });
  return (
    <>
      <CrudPage
        entity={CompetitionNotice}
        calls={calls}
        resource="competition_notice"
        columns={[
          { field: "competitionName", width: 240 },
          "competitionNo",
          "status",
          "competitionLevel",
          "registerStart",
          "registerEnd",
          "competeStart",
          "competeEnd",
          "hostOrg",
          "place",
        ]}
        search={["competitionName", "competitionLevel", "status", "registerEnd"]}
        card={["competitionName", "status", "registerEnd"]}
        form={form}
        machine={competitionMachine}
        moves={{
          publish: { ...moveWith(calls.submit, { status: "1" }), hidden: true, undo: takeBack },
          withdraw: { ...withdraw, hidden: true },
        }}
        frozen={(row: CompetitionNoticeRow) =>
          published(row) ? ["已发布的竞赛须先撤回", "A published competition is withdrawn first"] : null
        }
        rowActions={(row: CompetitionNoticeRow, { reload }) =>
          can("competition_notice_edit", session) && !published(row)
            ? [{ key: "items", label: label(["竞赛项目", "Items"]), run: () => setEdited({ row, reload }) }]
            : []
        }
        below={(row: CompetitionNoticeRow & Partial<WholeCompetition>) => (
          <>
            {row.items && <ItemTable items={row.items} />}
            <AuditList records={row.auditList ?? []} machine={competitionMachine} />
          </>
        )}
      />
      {edited && <ItemsDialog id={edited.row.id} onDone={edited.reload} onClose={() => setEdited(null)} />}
    </>
  );
}
