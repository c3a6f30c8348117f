import {
  type CompetitionRecordRow,
  CompetitionRecord,
  competitionRecordCalls as calls,
} from "@jipei/contract/competitions/result.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import { text } from "@jipei/contract/core/fields/field.ts";
import { FormDialog } from "../core/dialog/form-dialog.tsx";

const { theoryScore, practiceScore, awardLevel, rewardAmount, promoteLevel } = CompetitionRecord.fields;
/** What may be corrected of a published result, and why. */
const Correction = entity(
  "ResultCorrection",
  "更正成绩",
  "Correct a result",
  {
    theoryScore,
    practiceScore,
    awardLevel,
    rewardAmount,
    promoteLevel,
    reason: text(500, "更正原因", "Reason", "required"),
  },
  { title: "reason" },
);

interface Props {
  row: CompetitionRecordRow | null;
  onDone: () => void;
  onClose: () => void;
}

/** A published result is corrected with a reason, which stays in its history. */
export function CorrectResult({ row, onDone, onClose }: Props) {
  return (
    <FormDialog
      open={row !== null}
      entity={Correction}
      sections={[{ fields: ["theoryScore", "practiceScore", "awardLevel", "rewardAmount", "promoteLevel", "reason"] }]}
      row={row}
      submit={calls.submit}
      inputOf={(_input, { theoryScore: theory, practiceScore: practice, ...values }) => ({
        id: row?.id,
        version: row?.version,
        theoryScore: theory,
        practiceScore: practice,
        ...values,
      })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
