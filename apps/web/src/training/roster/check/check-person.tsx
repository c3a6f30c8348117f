import type { StudentFinding } from "@jipei/contract/training/student.ts";
import { Checkbox } from "antd";
import { RowActions } from "../../../core/crud/row-actions.tsx";
import type { RowAction } from "../../../core/crud/row-actions.tsx";
import { FindingList } from "./finding-list.tsx";
import { severities } from "./severities.ts";
import { useTexts } from "../texts.ts";

export interface Person {
  studentId: string;
  name: string;
  /** 1 blocks, 2 warns, 3 informs, 4 nothing found. */
  worst: number;
  findings: StudentFinding[];
}

interface Props {
  person: Person;
  actions: readonly RowAction[];
  chosen: boolean;
  onChoose: () => void;
  /** Whether the findings are unfolded. */
  open: boolean;
  onOpen: () => void;
  onShow: () => void;
  onEvidence: (id: string) => void;
}

/** Somebody who waits for their check: the heaviest finding, all of them unfolded, and the decisions. */
export function CheckPerson({ person, actions, chosen, onChoose, open, onOpen, onShow, onEvidence }: Props) {
  const t = useTexts();
  const { tone, text } = severities[person.worst] ?? { tone: "good", text: "check.clean" };
  return (
    <li className="check-person">
      <div className="check-head">
        <Checkbox checked={chosen} onChange={onChoose} aria-label={person.name} />
        <button type="button" className="link-button check-name" onClick={onShow}>
          {person.name}
        </button>
        <span className={`status-tag tone-${tone}`}>{t(text)}</span>
        <span className="grow" />
        <button type="button" className="link-button" aria-expanded={open} onClick={onOpen}>
          {open ? t("check.hide") : t("check.show")}
        </button>
        <RowActions of={person.name} actions={actions} />
      </div>
      {open && <FindingList findings={person.findings} onEvidence={onEvidence} />}
    </li>
  );
}
