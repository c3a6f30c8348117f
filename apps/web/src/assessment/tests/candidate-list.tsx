import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { TestCandidate } from "@jipei/contract/assessment/test-candidate.ts";
import { Button, Table } from "antd";
import type { TableColumnsType } from "antd";
import { RowActions } from "../../core/crud/row-actions.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useRemove } from "../../core/moves/use-remove.tsx";
import { can } from "../../core/session/session.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useKeyScroll } from "../../core/ui/use-key-scroll.ts";
import { ConditionCell } from "./condition-cell.tsx";
import type { Change } from "./test-side.ts";
import type { Candidate, WholeTest } from "./test-types.ts";
import { useTexts } from "../texts.ts";

/** Modes that admit by a condition of the occupational standard. */
const conditional = new Set(["1", "2"]);

/** Candidates before the approval; in a draft they can be removed and added, with the condition under which each applies. */
export function CandidateList({ test, onDone }: { test: WholeTest; onDone: () => void }) {
  const t = useTexts();
  const frame = useKeyScroll();
  const { side } = test;
  const editable = leadsFrom(side.machine, "commit", test.confirmType) && can(`${side.resource}_edit`);
  const others = useCall(side.eligible, { classId: test.classId, testKind: test.testKind }, { enabled: editable });
  const save = side.useChange();
  const change = (parts: Change) => save.change(test, parts, onDone);
  const missing = (others.data ?? []).filter(
    (one) => one.eligible === 1 && !test.testList.some((row) => row.studentId === one.studentId),
  );
  const removal = useRemove(
    editable ? side.save : undefined,
    (row: Candidate) => row.name ?? "",
    onDone,
    (rows) => side.getInput(test, { removed: rows.map(({ id }) => ({ testId: id })) }),
  );
  const columns = useCandidateColumns(test, editable ? { change, remove: (row) => removal.ask([row]) } : undefined);
  return (
    <section className="exam-section" aria-labelledby="candidates">
      <h2 id="candidates">
        {t("test.candidates")} <span className="unit">{test.testList.length}</span>
      </h2>
      {editable && missing.length > 0 && (
        <Button
          onClick={() => change({ added: missing.map((one) => ({ studentId: one.studentId })) })}
          loading={save.busy}
        >
          {t("test.addCandidate")} ({missing.length})
        </Button>
      )}
      <div ref={frame}>
        <Table<Candidate>
          size="small"
          rowKey="id"
          dataSource={test.testList}
          pagination={false}
          scroll={{ x: 800 }}
          columns={columns}
        />
      </div>
      {removal.dialogs}
    </section>
  );
}

interface Edits {
  change: (parts: Change) => void;
  remove: (row: Candidate) => void;
}

/** @param edits missing where the list cannot be changed */
function useCandidateColumns(test: WholeTest, edits?: Edits): TableColumnsType<Candidate> {
  const t = useTexts();
  const label = useLabel();
  const core = useCoreTexts();
  const codeText = useCodeText();
  const { name, idNumber, attendanceRate, education, phone, conditionId, isEligible, unEligibleReason } =
    TestCandidate.fields;
  const choose = ({ studentId }: Candidate) =>
    edits && ((chosen: string) => edits.change({ added: [{ studentId, conditionId: chosen }] }));
  const condition: TableColumnsType<Candidate>[number] = {
    title: label(conditionId),
    width: 300,
    render: (_, row) => <ConditionCell candidate={row} conditions={test.conditionList} onChoose={choose(row)} />,
  };
  const removal = (remove: Edits["remove"]): TableColumnsType<Candidate>[number] => ({
    title: "",
    width: 80,
    render: (_, row) => (
      <RowActions
        of={row.name ?? undefined}
        actions={[{ key: "remove", label: t("test.removeCandidate"), danger: true, run: () => remove(row) }]}
      />
    ),
  });
  return [
    { title: label(name), dataIndex: "name", width: 100, fixed: "left" },
    { title: label(idNumber), dataIndex: "idNumber", width: 180 },
    { title: label(phone), dataIndex: "phone", width: 130 },
    {
      title: label(education),
      width: 120,
      render: (_, row) => (row.education ? codeText(education.codes, row.education) : ""),
    },
    { title: label(attendanceRate), dataIndex: "attendanceRate", width: 90, align: "right" },
    ...(conditional.has(test.testMode ?? "") ? [condition] : []),
    {
      title: label(isEligible),
      width: 160,
      render: (_, row) =>
        row.isEligible === "0"
          ? core("common.labelled", { label: label(unEligibleReason), value: row.unEligibleReason ?? "" })
          : "✓",
    },
    ...(edits ? [removal(edits.remove)] : []),
  ];
}
