import type { Call, OutputOf } from "@jipei/contract/core/call.ts";
import { CompetitionRegister, competitionRegisterCalls } from "@jipei/contract/competitions/registration.ts";
import {
  CompetitionRecord,
  type CompetitionRecordRow,
  competitionRecordCalls as calls,
} from "@jipei/contract/competitions/result.ts";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { fetchFile, saveAs } from "../core/files/download.ts";
import { refSource } from "../core/form/ref-source.ts";
import { useLabel } from "../core/i18n/language.ts";
import { useCan } from "../core/session/session.ts";
import { CorrectResult } from "./correct-result.tsx";
import { AuditList } from "../core/moves/audit-list.tsx";
import { PublishResults } from "./publish-results.tsx";

const accepted = refSource({
  entity: CompetitionRegister,
  list: competitionRegisterCalls.list,
  detail: competitionRegisterCalls.detail,
  params: { confirmStatus: "Confirm" },
  note: "registerNo",
});

const form = [
  { title: ["选手", "Contestant"], fields: ["registerId"] },
  { title: ["成绩", "Scores"], fields: ["theoryScore", "practiceScore"] },
  { title: ["奖励", "Awards"], fields: ["awardLevel", "rewardAmount", "promoteLevel", "remark"] },
] as const;
const frozen = {
  edit: ["已公布的成绩请用“更正”", "A published result is corrected with a reason"],
  remove: ["已公布的成绩不能删除", "A published result is not removed"],
} as const;
const shown = [
  { field: "competitionName", width: 220 },
  "itemNo",
  "rank",
  { field: "name", width: 110 },
  "workUnit",
  "registerNo",
  "totalScore",
  "awardLevel",
] as const;

/** 竞赛成绩. @param own what is published of the own contestants; otherwise all, for the bureau, which enters and publishes */
export function ResultList({ own = false }: { own?: boolean }) {
  const label = useLabel();
  const mayEdit = useCan("competition_record_edit");
  const [corrected, setCorrected] = useState<{ row: CompetitionRecordRow; reload: () => void } | null>(null);
  const paper = (call: Call, input: object) => () => void fetchFile(call, input).then(saveAs, () => {});
  /** The award certificate of a published result. */
  const certificate = (row: CompetitionRecordRow) =>
    row.isPublish === "1" && row.awardLevel
      ? [{ key: "certificate", label: label(["奖状", "Certificate"]), run: paper(calls.certificate, { ids: row.id }) }]
      : [];
  const awardList = (row: CompetitionRecordRow) =>
    row.isPublish === "1" && row.competitionId
      ? [
          {
            key: "awardList",
            label: label(["获奖名单", "List of awards"]),
            run: paper(calls.awardList, { competitionId: row.competitionId }),
          },
        ]
      : [];
  if (own)
    return (
      <CrudPage
        entity={CompetitionRecord}
        calls={{ list: calls.list, detail: calls.detail }}
        resource="competition_record"
        columns={shown}
        card={["name", "competitionName", "rank", "awardLevel"]}
        search={["competitionName", "name", "awardLevel"]}
        rowActions={certificate}
        embedded
      />
    );
  return (
    <>
      <CrudPage
        entity={CompetitionRecord}
        calls={calls}
        resource="competition_record"
        columns={[...shown, "theoryScore", "practiceScore", "rewardAmount", "isPublish"]}
        search={["competitionName", "itemNo", "name", "awardLevel", "isPublish"]}
        card={["name", "competitionName", "rank", "awardLevel"]}
        form={form}
        refs={{ registerId: accepted }}
        locked={(row) => (row ? ["registerId"] : [])}
        needed={(row) => (row ? [] : ["registerId"])}
        frozen={(row: CompetitionRecordRow, what) => (row.isPublish === "1" ? frozen[what] : null)}
        actions={({ reload }) => <PublishResults onDone={reload} />}
        rowActions={(row: CompetitionRecordRow, { reload }) => [
          ...(row.isPublish === "1" && mayEdit
            ? [{ key: "correct", label: label(["更正", "Correct"]), run: () => setCorrected({ row, reload }) }]
            : []),
          ...certificate(row),
          ...awardList(row),
        ]}
        below={(row: CompetitionRecordRow & Partial<OutputOf<typeof calls.detail>>) => (
          <AuditList records={row.auditList ?? []} />
        )}
      />
      <CorrectResult
        row={corrected?.row ?? null}
        onDone={() => corrected?.reload()}
        onClose={() => setCorrected(null)}
      />
    </>
  );
}
