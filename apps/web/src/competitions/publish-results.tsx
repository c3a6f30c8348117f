import { CompetitionNotice, competitionCalls } from "@jipei/contract/competitions/competition.ts";
import { competitionRecordCalls as calls } from "@jipei/contract/competitions/result.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import { ref, text } from "@jipei/contract/core/fields/field.ts";
import { Button } from "antd";
import { useState } from "react";
import { FormDialog } from "../core/dialog/form-dialog.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { useLabel } from "../core/i18n/language.ts";
import { getViewer, useCan, useSession } from "../core/session/session.ts";
import { ItemChoice } from "./item-choice.tsx";

/** Which item is published. */
const Published = entity(
  "PublishedResults",
  "公布竞赛成绩",
  "Publish results",
  {
    competitionId: ref("CompetitionNotice", "竞赛", "Competition", "required"),
    itemNo: text(10, "项目", "Item", "required"),
  },
  { title: "itemNo" },
);
const competitions = refSource({
  entity: CompetitionNotice,
  list: competitionCalls.list,
  detail: competitionCalls.detail,
  note: "competeStart",
});

/** Publishes what is entered of an item of a competition. */
export function PublishResults({ onDone }: { onDone: () => void }) {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const mayEdit = useCan("competition_record_edit");
  if (getViewer(useSession()).audience !== "bureau" || !mayEdit) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label(calls.publish)}</Button>
      <FormDialog
        open={open}
        title={label(calls.publish)}
        entity={Published}
        sections={[{ fields: ["competitionId", "itemNo"] }]}
        row={null}
        refs={{ competitionId: competitions }}
        controls={{ itemNo: ItemChoice }}
        submit={calls.publish}
        inputOf={(_input, { competitionId, itemNo }) => ({ competitionId: competitionId ?? "", itemNo: itemNo ?? "" })}
        onDone={onDone}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
