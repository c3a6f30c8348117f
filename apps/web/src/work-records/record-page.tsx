import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Fields } from "@jipei/contract/core/fields/field.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { ResourceKey } from "@jipei/contract/permissions.ts";
import type { RecordMove } from "@jipei/contract/work-records/work-record.machine.ts";
import type { RecordFields, WorkRecordRow, recordCalls } from "@jipei/contract/work-records/work-record.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { type FieldName, getField, getFields } from "../core/form/fields.ts";
import { ChainComparison } from "./chain-comparison.tsx";
import { ChainHead } from "./chain-head.tsx";
import { lastMonth } from "./last-month.ts";
import { PeriodText } from "./period-text.tsx";
import { PrintRecord } from "./print-record.tsx";
import { recordRefs } from "./record-refs.ts";
import { useTwoReviews } from "./use-two-reviews.tsx";

/** Any kind, with fields of its own. */
type AnyRecord = Entity<RecordFields & Fields>;

interface Kind<E extends AnyRecord> {
  entity: E;
  calls: ReturnType<typeof recordCalls>;
  machine: Machine<string, RecordMove>;
  resource: ResourceKey;
}

/** What a kind of work record states about its page. */
interface Stated<Name extends string> {
  /** What a record is about, beside its unit and period. */
  subject: readonly Name[];
  /** Of these, those by which the system finds what it counts. */
  countedBy?: readonly Name[];
  /** Its own counts and facts. Units leave out those whose rows they cannot search (`recordRefs`). */
  facts?: readonly Name[];
  /** Facts that the list has no room for: the record itself shows them. */
  unlisted?: readonly Name[];
  /** Its own texts. */
  texts?: readonly Name[];
}

const sharedFigures = [
  "plannedCount",
  "finishedCount",
  "passCount",
  "certCount",
  "subsidyAmount",
  "differReason",
] as const;

/** The period with its year: without it the records of two years look alike. */
const period = { field: "workPeriod", width: 160, render: (row: WorkRecordRow) => <PeriodText row={row} /> } as const;

/** What a table shows of a field: of a reference the title that is looked up by it, of a list of references nothing. */
function getShown(entity: AnyRecord, name: string): string[] {
  const { kind } = getField(entity, name);
  if (kind === "refs") return [];
  const title = kind === "ref" && Object.entries(getFields(entity)).find(([, { lookup }]) => lookup?.via === name);
  return [title ? title[0] : name];
}

/** 工作台账: the page of one kind; a unit reports, the bureau reviews. */
export const recordPage = <E extends AnyRecord>(kind: Kind<E>, stated: Stated<FieldName<E>>) =>
  function RecordPage() {
    return <Records kind={kind} stated={stated} />;
  };

function Records({ kind, stated }: { kind: Kind<AnyRecord>; stated: Stated<string> }) {
  const { entity, calls, resource } = kind;
  const { subject, countedBy = subject, facts = [], unlisted = [], texts = [] } = stated;
  const { isBureau, list, printed, endPrint } = useTwoReviews(kind);
  const refs = recordRefs[isBureau ? "bureau" : "unit"];
  const asked = facts.filter((name) => !getField(entity, name).entity || Object.hasOwn(refs, name));
  const shown = (names: readonly string[]) => names.flatMap((name) => getShown(entity, name));
  return (
    <>
      <CrudPage
        entity={entity}
        calls={calls}
        resource={resource}
        columns={[
          period,
          ...shown(subject),
          ...(isBureau ? (["unitName"] as const) : []),
          "status",
          "finishedCount",
          "passCount",
          "certCount",
          "subsidyAmount",
          // The bureau sees since when a record waits.
          ...(isBureau ? [] : (["commitTime"] as const)),
          ...shown(asked.filter((name) => !unlisted.includes(name))),
          "plannedCount",
        ]}
        search={["workYear", "workPeriod", ...subject, ...(isBureau ? (["unitName"] as const) : []), "status"]}
        card={[period, "status", shown(subject)[0] ?? "finishedCount"]}
        form={[
          { title: ["填报内容", "What is reported"], fields: ["workYear", "workPeriod", ...subject] },
          {
            title: ["数据", "Figures"],
            fields: [...asked, ...sharedFigures],
          },
          { title: ["说明与附件", "Remarks and files"], fields: ["content", ...texts, "attachmentList", "remark"] },
        ]}
        formHead={(row) => <ChainHead {...{ entity, calls, subject, countedBy, isBureau }} isNew={row === null} />}
        refs={refs}
        initial={lastMonth()}
        {...list}
        below={(row) => row.chain && <ChainComparison entity={entity} row={row} chain={row.chain} />}
      />
      <PrintRecord
        entity={entity}
        detail={calls.detail}
        id={printed}
        names={["workYear", "workPeriod", ...shown(subject), ...shown(asked), ...sharedFigures, ...texts, "content"]}
        onDone={endPrint}
      />
    </>
  );
}
