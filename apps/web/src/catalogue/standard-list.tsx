import {
  CourseSubsidyFile,
  type CourseSubsidyFileRow,
  courseSubsidyFileCalls,
} from "@jipei/contract/catalogue/course-subsidy-file.ts";
import {
  SubsidyStandard,
  type SubsidyStandardRow,
  subsidyStandardCalls,
} from "@jipei/contract/catalogue/subsidy-standard.ts";
import { PendingChange, useTellProposed } from "../core/crud/pending-change.tsx";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { chinaToday } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { StatusTag } from "../core/format/status-tag.tsx";
import { standardPeriod } from "./standard-period.ts";
import { refSource } from "../core/form/ref-source.ts";

const columns = [
  "subsidyKind",
  { key: "period", title: ["状态", "State"], width: 96, render: (row: SubsidyStandardRow) => <Period row={row} /> },
  "payTarget",
  "standardAmount",
  "effectDate",
  "expireDate",
  "shortageRate",
  {
    field: "policyChangeId",
    width: 120,
    render: (row: SubsidyStandardRow) => <PendingChange subject={SubsidyStandard.name} row={row} />,
  },
] as const;
const form = [
  "subsidyKind",
  "payTarget",
  "standardAmount",
  "shortageRate",
  "effectDate",
  "expireDate",
  "isValid",
] as const;

interface Props {
  courseId: string;
  /** Only standards based on this document; a new one will be based on it, and not begin before it. */
  file?: CourseSubsidyFileRow;
}

/** The subsidies of a course, and since when they are in force. */
export function StandardList({ courseId, file }: Props) {
  const label = useLabel();
  const subsidyFileId = file && String(file.id);
  const today = chinaToday();
  const tellProposed = useTellProposed();
  return (
    <section>
      <h2 className="section-title">{label(SubsidyStandard)}</h2>
      <CrudPage
        embedded
        entity={SubsidyStandard}
        calls={subsidyStandardCalls}
        resource="subsidy"
        search={[]}
        fixed={subsidyFileId ? { subsidyFileId } : { courseId }}
        columns={subsidyFileId ? columns : [...columns, "fileNo"]}
        card={["subsidyKind", "standardAmount", "effectDate"]}
        form={subsidyFileId ? form : ["subsidyFileId", ...form]}
        refs={{
          subsidyFileId: refSource({
            entity: CourseSubsidyFile,
            list: courseSubsidyFileCalls.list,
            detail: courseSubsidyFileCalls.detail,
            params: { courseId },
            note: "fileNo",
          }),
        }}
        initial={{ isValid: "isValid", effectDate: file && file.effectDate > today ? file.effectDate : today }}
        onSaved={tellProposed}
        inputOf={(input) => ({ ...input, courseId, ...(subsidyFileId && { subsidyFileId }) })}
      />
    </section>
  );
}

function Period({ row }: { row: SubsidyStandardRow }) {
  const { codes, value } = standardPeriod(row, chinaToday());
  return <StatusTag codes={codes} value={value} />;
}
