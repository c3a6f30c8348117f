import { Checkbox, Input } from "antd";
import { useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { DateInput } from "../../core/form/dates/date-input.tsx";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import type { WholeTest } from "./test-types.ts";
import { useTexts } from "../texts.ts";

/** Reasons by the candidate who is not admitted. */
type Refused = Readonly<Record<string, string>>;

/** Approves an application: sets date and place, and names who is not admitted, with the reason. */
export function ApproveTest({ test, onClose, onDone }: { test: WholeTest; onClose: () => void; onDone: () => void }) {
  const t = useTexts();
  const [testDate, setDate] = useState(test.wishTestDate);
  const [testPlace, setPlace] = useState(test.testPlace);
  const [confirmOpinion, setOpinion] = useState("");
  const [refused, setRefused] = useState<Refused>({});
  const send = test.side.useApproval();
  const dirty =
    testDate !== test.wishTestDate ||
    testPlace !== test.testPlace ||
    confirmOpinion !== "" ||
    Object.keys(refused).length > 0;
  const submit = () =>
    send.approve(
      test.id,
      {
        testDate,
        testPlace,
        confirmOpinion: confirmOpinion || null,
        ineligible: Object.entries(refused).map(([testId, reason]) => ({ testId, reason })),
      },
      () => {
        onDone();
        onClose();
      },
    );
  return (
    <Dialog
      open
      title={t("test.approveTitle")}
      busy={send.busy}
      dirty={dirty}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("test.approve")}
      width={720}
    >
      {send.error instanceof CallError && <FailureList error={send.error} />}
      <div className="exam-form">
        <label>
          {t("test.date")}
          <DateInput value={testDate} onChange={(day) => setDate(day ?? "")} />
        </label>
        <label>
          {t("test.place")}
          <Input value={testPlace ?? ""} maxLength={200} onChange={(event) => setPlace(event.target.value)} />
        </label>
        <label>
          {t("test.opinion")}
          <Input value={confirmOpinion} maxLength={500} onChange={(event) => setOpinion(event.target.value)} />
        </label>
      </div>
      <p className="unit">{t("test.refuseHint")}</p>
      <Refusals test={test} refused={refused} onChange={setRefused} />
    </Dialog>
  );
}

/** Candidates who are ticked are not admitted; each with a reason. */
function Refusals({
  test,
  refused,
  onChange,
}: {
  test: WholeTest;
  refused: Refused;
  onChange: (refused: Refused) => void;
}) {
  const t = useTexts();
  const toggle = (id: string, on: boolean) => {
    const { [id]: _gone, ...others } = refused;
    onChange(on ? { ...others, [id]: "" } : others);
  };
  return (
    <ul className="exam-people">
      {test.testList.map((one) => (
        <li key={one.id}>
          <Checkbox checked={one.id in refused} onChange={(event) => toggle(one.id, event.target.checked)}>
            {one.name}
          </Checkbox>
          {one.id in refused && (
            <Input
              aria-label={`${t("test.refuse")} ${one.name}`}
              placeholder={t("test.refuse")}
              value={refused[one.id]}
              maxLength={200}
              onChange={(event) => onChange({ ...refused, [one.id]: event.target.value })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
