import { classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { classMachine, runAllows } from "@jipei/contract/training/training-class.machine.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { NextCase } from "../../core/queue/next-case.tsx";
import { useCases } from "../../core/queue/use-cases.ts";
import { demanding } from "../../core/form/fields.ts";
import { can, canMove, useSession } from "../../core/session/session.ts";
import { StatusActions } from "../../core/moves/status-actions.tsx";
import { classForm, correctionForm } from "./form/class-fields.ts";
import { classMoves } from "./class-moves.ts";
import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import { classControls } from "./form/class-controls.ts";
import { classRefs } from "../sources.ts";
import { useApproval, useApprovalWait } from "../../workflow/workflow.queries.ts";
import { awaitsConfirmation } from "./class-confirmation.ts";
import { useTexts } from "../texts.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";

const FormDialog = lazyPart(() => import("../../core/dialog/form-dialog.tsx").then(({ FormDialog }) => FormDialog));

/** A correction is asked for with its reason among the fields. */
const Correction = demanding(TrainingClass, "correctReason");

/** What this user may do with the class now. */
export function ClassActions({ row, reload }: { row: WholeClass; reload: () => void }) {
  const t = useTexts();
  const core = useCoreTexts();
  const session = useSession();
  const [form, setForm] = useState<"edit" | "correct" | null>(null);
  const mayEdit = row.status === "unCommit" && can("train_class_edit", session) && can("train_class_add", session);
  const mayCorrect = runAllows("correct", row.runState) && can("train_class_correct", session);
  const confirmation = useApproval("trainingClass.confirm", row.id, awaitsConfirmation(row, session));
  const waits = { confirm: useApprovalWait(confirmation) };
  const close = () => setForm(null);
  const waiting = useCases(
    classCalls.usedByManage,
    { status_equal: "unConfirm", ascs: "commitTime" },
    canMove(classMachine, "confirm", session),
  );
  return (
    <>
      <NextCase
        cases={waiting}
        id={row.id}
        waits={row.status === "unConfirm"}
        nameOf={({ className }) => className}
        open={(id) => `/class/detail/${id}`}
      />
      {mayEdit && <Button onClick={() => setForm("edit")}>{core("list.edit")}</Button>}
      {mayCorrect && <Button onClick={() => setForm("correct")}>{t("page.correct")}</Button>}
      <StatusActions
        machine={classMachine}
        moves={classMoves}
        entity={TrainingClass}
        row={row}
        onDone={reload}
        waits={waits}
      />
      <Suspense fallback={null}>
        {form === "edit" && (
          <FormDialog
            open
            entity={TrainingClass}
            sections={classForm}
            row={row}
            refs={classRefs}
            controls={classControls}
            submit={classCalls.save}
            onReload={reload}
            onDone={reload}
            onClose={close}
          />
        )}
        {form === "correct" && (
          <FormDialog
            open
            title={t("page.correctTitle")}
            entity={Correction}
            sections={[{ fields: correctionForm }]}
            row={{ ...row, correctReason: null }}
            refs={classRefs}
            submit={classCalls.correct}
            onReload={reload}
            onDone={reload}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
