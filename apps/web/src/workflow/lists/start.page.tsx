import { flowCategory } from "@jipei/contract/core/fields/codes.ts";
import type { FlowDefinitionRow } from "@jipei/contract/workflow/flow-definition.ts";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { SearchOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useState } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { useCan } from "../../core/session/session.ts";
import { useDelayed } from "../../core/ui/use-delayed.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { formLink } from "@jipei/contract/workflow/process-links.ts";
import "../workflow.css";

/** As many processes as anybody looks through; beyond, one searches. */
const most = 100;

/** 发起: the processes that this user may start, by their categories. */
export default function StartPage() {
  const label = useLabel();
  const [typed, setTyped] = useState("");
  const name = useDelayed(typed, 250);
  const found = useCall(workCalls.startList, { size: most, ...(name && { name }) }, { keepPrevious: true });
  return (
    <div className="page">
      <PageHeader
        title={label(["发起流程", "Start a process"])}
        actions={
          <Input
            prefix={<SearchOutlined />}
            aria-label={label(["按名称查找流程", "Find a process by its name"])}
            placeholder={label(["按名称查找", "Find by name"])}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        }
      />
      <Loaded query={found}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty text={label(["没有可以发起的流程", "There is no process that you may start"])} />
          ) : (
            <Categories rows={records} />
          )
        }
      </Loaded>
    </div>
  );
}

function Categories({ rows }: { rows: readonly FlowDefinitionRow[] }) {
  const codeText = useCodeText();
  const groups = Object.entries(Object.groupBy(rows, (row) => row.category ?? "9"));
  return groups.map(([category, group]) => (
    <section key={category} aria-label={codeText(flowCategory, category)}>
      <h2 className="section-title">{codeText(flowCategory, category)}</h2>
      <ul className="start-cards">
        {group.map((row) => (
          <StartCard key={row.id} row={row} />
        ))}
      </ul>
    </section>
  ));
}

function StartCard({ row }: { row: FlowDefinitionRow }) {
  const label = useLabel();
  const go = useGo();
  const mayStart = useCan("flow_task_start");
  return (
    <li className="start-card">
      <span>
        <strong>{row.name}</strong>{" "}
        <span className="unit">{label([`第${row.version}版`, `Version ${row.version}`])}</span>
      </span>
      {mayStart && (
        <Button
          type="primary"
          aria-label={label([`发起 ${row.name}`, `Start ${row.name}`])}
          onClick={() => void go(formLink({ key: row.key ?? "", id: row.id }))}
        >
          {label(["发起", "Start"])}
        </Button>
      )}
    </li>
  );
}
