import { ExtQuery, type ExtQueryRow, extQueryCalls } from "@jipei/contract/external-data/ext-query.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { RegisterAnswer } from "../core/crud/register-answer.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useCan } from "../core/session/session.ts";
import { LookUpDialog } from "./look-up-dialog.tsx";

/** What was asked of the registers of the province: by whom, why, and what came back; and a question of one's own. */
export default function LookUpsPage() {
  const label = useLabel();
  const mayAsk = useCan(["ext_query_add"]);
  const [asking, setAsking] = useState(false);
  return (
    <CrudPage
      entity={ExtQuery}
      calls={extQueryCalls}
      resource="ext_query"
      columns={[
        "queryKind",
        { field: "resultCode", width: 110 },
        { field: "queryBody", width: 260 },
        "purpose",
        "queryTime",
        { field: "operatorName", title: ["查询人", "Asked by"], width: 120 },
      ]}
      search={["queryKind", "resultCode", "queryTime", "bizType"]}
      card={["queryKind", "resultCode", "queryTime"]}
      view={["queryKind", "queryBody", "purpose", "resultCode", "queryTime", "cacheUntil", "operatorName"]}
      below={(row: ExtQueryRow) => <RegisterAnswer text={row.resultData} />}
      actions={({ reload }) =>
        mayAsk && (
          <>
            <Button type="primary" onClick={() => setAsking(true)}>
              {label(["查询", "Look up"])}
            </Button>
            {asking && <LookUpDialog onAnswer={reload} onClose={() => setAsking(false)} />}
          </>
        )
      }
    />
  );
}
