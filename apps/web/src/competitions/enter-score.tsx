import {
  type CompetitionRecordRow,
  CompetitionRecord,
  competitionRecordCalls as calls,
} from "@jipei/contract/competitions/result.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import { text } from "@jipei/contract/core/fields/field.ts";
import { FormDialog } from "../core/dialog/form-dialog.tsx";
import { useLabel } from "../core/i18n/language.ts";

const { theoryScore, practiceScore } = CompetitionRecord.fields;
/** What a referee enters of a contestant, whom they know by the number alone. */
const Score = entity(
  "CompetitionScore",
  "登记成绩",
  "Enter a score",
  { registerNo: text(30, "参赛编号", "Contestant number", "required"), theoryScore, practiceScore },
  { title: "registerNo" },
);

interface Props {
  open: boolean;
  /** What was entered before; none for another contestant. */
  row: CompetitionRecordRow | null;
  onDone: () => void;
  onClose: () => void;
}

export function EnterScore({ open, row, onDone, onClose }: Props) {
  const label = useLabel();
  return (
    <FormDialog
      open={open}
      title={label(Score)}
      entity={Score}
      sections={[{ fields: ["registerNo", "theoryScore", "practiceScore"] }]}
      row={row}
      locked={row ? ["registerNo"] : []}
      submit={calls.submit}
      inputOf={(_input, { registerNo, theoryScore: theory, practiceScore: practice }) => ({
        ...(row ? { id: row.id, version: row.version } : { registerNo }),
        theoryScore: theory,
        practiceScore: practice,
      })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
