import { InspectedPerson, type InspectedPersonRow } from "@jipei/contract/inspection/inspected-person.ts";
import { investigationCalls as calls } from "@jipei/contract/inspection/investigation.calls.ts";
import type { WholeInvestigation } from "@jipei/contract/inspection/investigation.calls.ts";
import { heldAnswer } from "@jipei/contract/inspection/investigation-codes.ts";
import { Button } from "antd";
import { useState } from "react";
import { useSend } from "../core/api/use-call.ts";
import { EntityView } from "../core/crud/entity-view.tsx";
import { FormDialog } from "../core/dialog/form-dialog.tsx";
import { getSections } from "../core/form/fields.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { can } from "../core/session/session.ts";
import { useTexts } from "./texts.ts";

/** The people whom the server drew, and what each of them says. */
export function Sample({ row, onDone }: { row: WholeInvestigation; onDone: () => void }) {
  const t = useTexts();
  const [asked, setAsked] = useState<InspectedPersonRow | null>(null);
  const editable = row.fillStatus === "0" && can("investigation_edit");
  return (
    <section className="inspection-section" aria-labelledby="sample">
      <h2 id="sample">
        {t("sample.title")} <span className="unit">{row.personList.length}</span>
      </h2>
      <p className="unit">{t("sample.rule", { students: row.studentCount, n: row.leastChecked })}</p>
      {row.personList.length === 0 && <p>{t("sample.none")}</p>}
      <ul className="sample">
        {row.personList.map((person) => (
          <li key={person.id}>
            <h3>
              {person.place}. {person.name} <StatusTag codes={heldAnswer} value={person.answer} />
            </h3>
            <EntityView entity={InspectedPerson} row={person} fields={getShown(person)} />
            {editable && (
              <Button onClick={() => setAsked(person)}>{t(person.answer ? "sample.change" : "sample.record")}</Button>
            )}
          </li>
        ))}
      </ul>
      {editable && <Draw row={row} onDone={onDone} />}
      <FormDialog
        open={asked !== null}
        title={t("sample.person", { name: asked?.name ?? "" })}
        doneText={t("sample.recorded")}
        entity={InspectedPerson}
        sections={getSections(asking)}
        needed={["way", "answer"]}
        row={asked}
        submit={calls.answer}
        inputOf={(_input, { way, answer, remark, photoAttId }) => ({
          id: asked?.id ?? "",
          way: way ?? "1",
          answer: answer ?? "3",
          remark,
          photoAttId,
        })}
        onDone={onDone}
        onClose={() => setAsked(null)}
      />
    </section>
  );
}

const asking = ["way", "answer", "remark", "photoAttId"] as const;

/** Before somebody was asked there is nothing to show but where they are reached. */
const getShown = ({ answer, photoAttId }: InspectedPersonRow) =>
  [
    "studentNo",
    "phone",
    "attendanceRate",
    ...(answer ? (["way", "answerTime", "remark"] as const) : []),
    ...(photoAttId ? (["photoAttId"] as const) : []),
  ] as const;

/** Draws the sample, and later one more for each who was not reached. */
function Draw({ row, onDone }: { row: WholeInvestigation; onDone: () => void }) {
  const t = useTexts();
  const draw = useSend(calls.draw);
  const missed = row.personList.filter(({ answer }) => answer === "3").length;
  const missing = Math.min(row.studentCount, row.leastChecked + missed) - row.personList.length;
  if (missing <= 0) return null;
  return (
    <Button type="primary" loading={draw.isPending} onClick={() => draw.mutate({ id: row.id }, { onSuccess: onDone })}>
      {row.personList.length === 0 ? t("sample.draw") : t("sample.drawMore", { n: missing })}
    </Button>
  );
}
