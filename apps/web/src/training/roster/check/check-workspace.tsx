import { studentCalls } from "@jipei/contract/training/student.ts";
import { Button, Checkbox } from "antd";
import { useState } from "react";
import { Link } from "../../../core/page/link.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { EvidenceDialog } from "../../../core/crud/evidence-dialog.tsx";
import { Empty, Unanswered } from "../../../core/ui/states.tsx";
import { useTexts as useCoreTexts } from "../../../core/i18n/core-texts.ts";
import { CheckPerson, type Person } from "./check-person.tsx";
import { StudentDrawer } from "../student-drawer.tsx";
import { useTexts } from "../texts.ts";
import { useCheckDecisions } from "./use-check-decisions.tsx";

const toggle = (set: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(set.has(id) ? [...set].filter((one) => one !== id) : [...set, id]);

/** The people of a class who wait for their check, worst first, with the findings of each and the decisions. */
export function CheckWorkspace({ classId, title }: { classId: string; title: string }) {
  const t = useTexts();
  // Asking the registers at every visit would only pile up evidence; the button asks them again.
  const review = useCall(studentCalls.review, { classId }, { staleTime: 600_000 });
  const people = (review.data ?? []) as Person[];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** Whose findings are shown other than usual: those of clean people unfolded, those of others folded. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const [evidence, setEvidence] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const decisions = useCheckDecisions(people, () => setChosen(new Set()));

  if (review.isError || !review.data) return <Unanswered queries={[review]} />;
  if (people.length === 0)
    return (
      <Empty text={t("check.allDecided")}>
        <Link to={`/class/detail/${classId}`}>{t("check.toClass")}</Link>
      </Empty>
    );
  const selected = people.map((person) => person.studentId).filter((id) => chosen.has(id));
  return (
    <section className="check-work" aria-label={title}>
      <div className="toolbar check-bar">
        <Choices people={people} selected={selected} decisions={decisions} onChoose={setChosen} />
        <span className="grow" />
        <Button type="text" loading={review.isFetching} onClick={() => void review.refetch()}>
          {t("check.again")}
        </Button>
      </div>
      <ul className="check-people">
        {people.map((person) => (
          <CheckPerson
            key={person.studentId}
            person={person}
            actions={decisions.getActions(person)}
            chosen={chosen.has(person.studentId)}
            onChoose={() => setChosen(toggle(chosen, person.studentId))}
            open={turned.has(person.studentId) !== person.worst <= 2}
            onOpen={() => setTurned(toggle(turned, person.studentId))}
            onShow={() => setShown(person.studentId)}
            onEvidence={setEvidence}
          />
        ))}
      </ul>
      {decisions.dialogs}
      {evidence && <EvidenceDialog id={evidence} onClose={() => setEvidence(null)} />}
      {shown && <StudentDrawer id={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

interface ChoicesProps {
  people: readonly Person[];
  selected: readonly string[];
  decisions: ReturnType<typeof useCheckDecisions>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** Decides about several people at once: the clean ones, or those who are ticked. */
function Choices({ people, selected, decisions, onChoose }: ChoicesProps) {
  const t = useTexts();
  const core = useCoreTexts();
  const { mayCheck, mayBack, busy, pass, approve, sendBack } = decisions;
  const clean = people.filter((person) => person.worst > 2).map((person) => person.studentId);
  return (
    <>
      {mayCheck && clean.length > 0 && (
        <Button type="primary" loading={busy} onClick={() => pass(clean)}>
          {t("check.approveClean", { n: clean.length })}
        </Button>
      )}
      <Checkbox
        checked={selected.length === people.length}
        indeterminate={selected.length > 0 && selected.length < people.length}
        onChange={(event) => onChoose(new Set(event.target.checked ? people.map((person) => person.studentId) : []))}
      >
        {t("check.selectAll")}
      </Checkbox>
      {selected.length > 0 && (
        <>
          <span role="status">{t("check.selected", { n: selected.length })}</span>
          {mayCheck && <Button onClick={() => approve(selected)}>{core("common.approve")}</Button>}
          {mayBack && (
            <Button danger onClick={() => sendBack(selected)}>
              {t("check.back")}
            </Button>
          )}
        </>
      )}
    </>
  );
}
