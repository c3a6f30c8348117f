import type { OutputOf } from "@jipei/contract/core/call.ts";
import { CompetitionNotice, competitionCalls } from "@jipei/contract/competitions/competition.ts";
import {
  CompetitionRegister,
  type CompetitionRegisterRow,
  competitionRegisterCalls as calls,
  competitionRegisterMachine,
} from "@jipei/contract/competitions/registration.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { idNumberColumn } from "../core/list/columns/id-number-column.ts";
import { AuditList } from "../core/moves/audit-list.tsx";
import { moveWith } from "../core/moves/moves.ts";
import { getViewer, useSession } from "../core/session/session.ts";
import { ItemChoice } from "./item-choice.tsx";

const competitions = refSource({
  entity: CompetitionNotice,
  list: competitionCalls.list,
  detail: competitionCalls.detail,
  params: { status: "1" },
  note: "registerEnd",
});

const form = [
  { title: ["竞赛", "Competition"], fields: ["competitionId", "itemNo", "teamName", "coachName"] },
  {
    title: ["选手", "Contestant"],
    fields: ["name", "idType", "idNumber", "education", "phone", "workUnit", "currentLevel", "remark"],
  },
] as const;

const isOpen = ({ confirmStatus: state }: CompetitionRegisterRow): boolean => state === "unSubmit" || state === "back";

/** 竞赛报名. @param own those that the unit or person made, who may register; otherwise all, for the bureau, which decides */
export function RegistrationList({ own = false }: { own?: boolean }) {
  const isPerson = getViewer(useSession()).audience === "person";
  return (
    <CrudPage
      entity={CompetitionRegister}
      calls={{
        list: calls.list,
        detail: calls.detail,
        export: calls.export,
        ...(own && { submit: calls.submit, remove: calls.remove, ...(!isPerson && { import: calls.import }) }),
      }}
      resource="competition_register"
      columns={[
        { field: "name", width: 110 },
        { field: "competitionName", width: 220 },
        "itemName",
        "confirmStatus",
        "registerNo",
        idNumberColumn,
        "workUnit",
        "teamName",
        "commitTime",
      ]}
      search={["competitionName", "name", "itemNo", "workUnit", "confirmStatus"]}
      card={["name", "confirmStatus", "competitionName", "itemName"]}
      form={form}
      refs={{ competitionId: competitions }}
      controls={{ itemNo: ItemChoice }}
      initial={{ idType: "1" }}
      inputOf={(input) => ({ ...input, confirmStatus: "unSubmit" as const })}
      machine={competitionRegisterMachine}
      moves={{
        commit: { call: calls.commit, hidden: true },
        confirm: { ...moveWith(calls.submit, { confirmStatus: "Confirm" }), hidden: true },
        back: { ...moveWith(calls.submit, { confirmStatus: "back" }), hidden: true },
        invalidate: { ...moveWith(calls.submit, { confirmStatus: "Invalidate" }), hidden: true },
      }}
      frozen={(row: CompetitionRegisterRow) =>
        isOpen(row) ? null : ["已提交的报名不能修改", "A registration that was sent is not changed"]
      }
      below={(row: CompetitionRegisterRow & Partial<OutputOf<typeof calls.detail>>) => (
        <AuditList records={row.auditList ?? []} machine={competitionRegisterMachine} />
      )}
      embedded={own}
    />
  );
}
