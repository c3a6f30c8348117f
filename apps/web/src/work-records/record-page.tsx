import type { Machine } from "@jipei/contract/core/machine.ts";
import type { recordMachine } from "@jipei/contract/work-records/work-record.machine.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Fields } from "@jipei/contract/core/fields/field.ts";
import type { RecordFields, WorkRecordRow, recordCalls } from "@jipei/contract/work-records/work-record.ts";
import type { ResourceKey } from "@jipei/contract/permissions.ts";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { type FieldName, getField, getId } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { moveWith } from "../core/moves/moves.ts";
import { getViewer, useSession } from "../core/session/session.ts";
import { ChainComparison } from "./chain-comparison.tsx";
import { ChainHead } from "./chain-head.tsx";
import { lastMonth } from "./last-month.ts";
import { PeriodText } from "./period-text.tsx";
import { PrintRecord } from "./print-record.tsx";
import { recordRefs } from "./record-refs.ts";

/** The moves of every kind. */
export type RecordMove = keyof ReturnType<typeof recordMachine>["actions"];

/** Any kind, with fields of its own. */
type AnyRecord = Entity<RecordFields & Fields>;

/** What a kind of work record states about its page. */
export interface RecordPageProps<E extends AnyRecord> {
  kind: {
    entity: E;
    calls: ReturnType<typeof recordCalls>;
    machine: Machine<string, RecordMove>;
    resource: ResourceKey;
  };
  /** What a record is about, beside its unit and period. */
  subject: readonly FieldName<E>[];
  /** Of these, those by which the system finds what it counts. */
  countedBy?: readonly FieldName<E>[];
  /** Its own counts and facts. */
  facts?: readonly FieldName<E>[];
  /** Facts that the list has no room for: the record itself shows them. */
  unlisted?: readonly FieldName<E>[];
  /** Its own texts. */
  texts?: readonly FieldName<E>[];
  /** What the list shows for a field that is a reference. */
  shownAs?: Readonly<Record<string, FieldName<E>>>;
  /** Facts that units do not report. */
  bureauOnly?: readonly FieldName<E>[];
}

const sharedFigures = [
  "plannedCount",
  "finishedCount",
  "passCount",
  "certCount",
  "subsidyAmount",
  "differReason",
] as const;

/** 工作台账: the records of one kind; a unit reports, the bureau reviews. */
export function RecordPage<E extends AnyRecord>(props: RecordPageProps<E>) {
  const { calls, machine, resource } = props.kind;
  const entity: AnyRecord = props.kind.entity;
  const subject: readonly string[] = props.subject;
  const countedBy: readonly string[] = props.countedBy ?? subject;
  const unlisted: readonly string[] = props.unlisted ?? [];
  const texts: readonly string[] = props.texts ?? [];
  const shownAs: Readonly<Record<string, string>> = props.shownAs ?? {};
  const isBureau = getViewer(useSession()).audience === "bureau";
  const left: readonly string[] = isBureau ? [] : (props.bureauOnly ?? []);
  const facts = (props.facts ?? []).filter((name) => !left.includes(name));
  // A list of references says nothing in a table.
  const shown = (names: readonly string[]) =>
    names.flatMap((name) => (getField(entity, name).kind === "refs" ? [] : [shownAs[name] ?? name]));
  // What a unit reports, the bureau reads and reviews.
  const isOwn = ({ unitId }: WorkRecordRow) => !isBureau || unitId === null;
  const { submit } = calls;
  const label = useLabel();
  const [printed, setPrinted] = useState<string | null>(null);
  return (
    <>
      <CrudPage
        entity={entity}
        calls={calls}
        resource={resource}
        columns={[
          { field: "workPeriod", width: 130, render: (row: WorkRecordRow) => <PeriodText row={row} /> },
          ...shown(subject),
          ...(isBureau ? (["unitName"] as const) : []),
          "status",
          "finishedCount",
          "passCount",
          "certCount",
          "subsidyAmount",
          "commitTime",
          ...shown(facts.filter((name) => !unlisted.includes(name))),
          "plannedCount",
        ]}
        search={["workYear", "workPeriod", ...subject, ...(isBureau ? (["unitName"] as const) : []), "status"]}
        card={["workPeriod", "status", shown(subject)[0] ?? "finishedCount"]}
        form={[
          { title: ["填报内容", "What is reported"], fields: ["workYear", "workPeriod", ...subject] },
          {
            title: ["数据", "Figures"],
            fields: [...facts, ...sharedFigures],
          },
          { title: ["说明与附件", "Remarks and files"], fields: ["content", ...texts, "attachmentList", "remark"] },
        ]}
        formHead={(row) => (
          <ChainHead entity={entity} calls={calls} countedBy={countedBy} isNew={row === null} isBureau={isBureau} />
        )}
        refs={recordRefs[isBureau ? "bureau" : "unit"]}
        initial={lastMonth()}
        machine={machine}
        moves={{
          commit: { ...moveWith(submit, { status: "firstTrial" }), hidden: true, when: isOwn },
          firstCommit: { ...moveWith(submit, { status: "reTrial" }), hidden: true },
          return: { ...moveWith(submit, { status: "back" }), hidden: true },
          reCommit: { ...moveWith(submit, { status: "compile" }), hidden: true },
          reReturn: { ...moveWith(submit, { status: "back" }), hidden: true },
        }}
        frozen={(row) => {
          if (!isOwn(row)) return ["由填报单位修改", "Changed by the unit that reports it"];
          return isOpen(row) ? null : ["审核中或已完成的台账不能修改", "Under review or completed"];
        }}
        rowActions={(row) => [{ key: "print", label: label(["打印", "Print"]), run: () => setPrinted(getId(row)) }]}
        below={(row) => row.chain && <ChainComparison entity={entity} row={row} chain={row.chain} />}
      />
      {printed && (
        <PrintRecord
          entity={entity}
          calls={calls}
          id={printed}
          names={[...shown(subject), ...shown(facts), ...sharedFigures, ...texts, "content"]}
          onDone={() => setPrinted(null)}
        />
      )}
    </>
  );
}

const isOpen = ({ status }: WorkRecordRow): boolean => status === "unSubmit" || status === "back";
