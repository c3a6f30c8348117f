import { studentCalls } from "@jipei/contract/training/student.ts";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { notify } from "../../core/ui/notify.ts";
import { RefSelect } from "../../core/form/ref-select.tsx";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { allClasses, ownDrafts } from "./sources.ts";
import { useTexts } from "./texts.ts";
import { useInstitution } from "./use-institution.ts";

export interface Moving {
  id: string;
  name: string;
  orgId: string | null;
  courseName: string | null;
  level: string | null;
}

interface Props {
  rows: readonly Moving[];
  onDone: () => void;
  onClose: () => void;
}

/** Moves students to another class of the same kind; only such classes are offered. */
export function ChangeClassDialog({ rows, onDone, onClose }: Props) {
  const t = useTexts();
  const institution = useInstitution();
  const [classId, setClassId] = useState<string | null>(null);
  const { busy, error, attempt } = useAttempt();
  const [first] = rows;
  const base = institution ? ownDrafts : allClasses;
  const params = {
    ...base.params,
    ...(first?.orgId && !institution ? { orgId: first.orgId } : {}),
    ...(first?.courseName ? { courseName: first.courseName } : {}),
    ...(first?.level ? { level: first.level } : {}),
  };

  const move = (classId: string) =>
    attempt(async () => {
      await invoke(
        studentCalls.changeClass,
        { ids: rows.map((row) => row.id).join(), trainClassDTO: { classId } },
        { silent: true },
      );
      notify("success", t("roster.moved"));
      onDone();
      await refreshAfter(studentCalls.changeClass);
    });
  return (
    <Dialog
      open
      title={t("roster.changeClass")}
      onClose={onClose}
      onSubmit={() => classId && void move(classId)}
      submitText={t("roster.changeClass")}
      busy={busy}
      width={520}
    >
      <p>{rows.map((row) => row.name).join(" · ")}</p>
      {error && <FailureList error={error} titleOf={(id) => rows.find((row) => row.id === id)?.name ?? null} />}
      <label htmlFor="target-class">{t("roster.target")}</label>
      <RefSelect
        id="target-class"
        source={{ ...base, params }}
        value={classId}
        onChange={(value) => setClassId(value as string | null)}
      />
      <p className="unit">{t("roster.targetHint")}</p>
    </Dialog>
  );
}
