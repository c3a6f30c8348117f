import {
  CompetitionRecord,
  type CompetitionRecordRow,
  competitionRecordCalls as calls,
} from "@jipei/contract/competitions/result.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { EnterScore } from "./enter-score.tsx";

/** 竞赛评分: what a referee has entered, by the numbers of the contestants; names and units are none of their business. */
export default function JudgingPage() {
  const label = useLabel();
  const [entered, setEntered] = useState<{ row: CompetitionRecordRow | null; reload: () => void } | null>(null);
  return (
    <>
      <CrudPage
        entity={CompetitionRecord}
        calls={{ list: calls.list, detail: calls.detail }}
        resource="competition_record"
        columns={["registerNo", "itemNo", "theoryScore", "practiceScore", "totalScore", "isPublish"]}
        search={["registerNo", "itemNo", "isPublish"]}
        card={["registerNo", "itemNo", "totalScore", "isPublish"]}
        actions={({ reload }) => (
          <Button type="primary" onClick={() => setEntered({ row: null, reload })}>
            {label(["登记成绩", "Enter a score"])}
          </Button>
        )}
        rowActions={(row: CompetitionRecordRow, { reload }) =>
          row.isPublish === "1"
            ? []
            : [{ key: "edit", label: label(["修改", "Edit"]), run: () => setEntered({ row, reload }) }]
        }
      />
      <EnterScore
        open={entered !== null}
        row={entered?.row ?? null}
        onDone={() => entered?.reload()}
        onClose={() => setEntered(null)}
      />
    </>
  );
}
