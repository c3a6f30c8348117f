import {
  type FlowDefinitionRow,
  flowDefinitionCalls as calls,
  migrationObstacle,
} from "@jipei/contract/workflow/flow-definition.ts";
import { Alert } from "antd";
import { useState } from "react";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { QueryControls, QuerySelect } from "../../core/form/query-controls.tsx";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { notify } from "../../core/ui/notify.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";

/** Moves the running processes of one version to another, after showing whether each can go on there. */
export function Migration({ from, onClose }: { from: FlowDefinitionRow; onClose: () => void }) {
  const label = useLabel();
  const found = useCall(calls.list, { key_equal: from.key ?? "", size: 100 });
  const others = (found.data?.records ?? []).filter(({ id }) => id !== from.id);
  const [chosen, setTarget] = useState<string | null>(null);
  const target = chosen ?? others[0]?.id ?? null;
  const sent = { processDefinitionId: from.id, targetDefinitionId: target ?? "" };
  const preview = useCall(calls.previewMigration, sent, { enabled: target !== null, staleTime: 0 });
  const migrate = useSend(calls.migrate, { silent: true });
  const ready = preview.data && preview.data.running > 0 && preview.data.steps.every(({ obstacle }) => !obstacle);
  const submit = () =>
    migrate.mutate(sent, {
      onSuccess: ({ moved }) => {
        notify("success", label([`已迁移 ${moved} 个流程`, `Processes moved: ${moved}`]));
        onClose();
      },
    });
  return (
    <Dialog
      open
      title={label([
        `迁移：${from.name} 第${from.definitionVersion}版`,
        `Migrate: ${from.name}, version ${from.definitionVersion}`,
      ])}
      onClose={onClose}
      onSubmit={ready ? submit : undefined}
      submitText={label(["迁移", "Migrate"])}
      busy={migrate.isPending}
      width={760}
    >
      {migrate.error && <FailureList error={migrate.error} />}
      <Loaded query={found} rows={3}>
        {() =>
          target === null ? (
            <Empty text={label(["没有其他版本", "There is no other version"])} />
          ) : (
            <>
              <QueryControls>
                <QuerySelect
                  title={label(["迁移到", "Move to"])}
                  value={target}
                  onChange={setTarget}
                  options={others.map((row) => [
                    row.id,
                    label([`第${row.definitionVersion}版`, `Version ${row.definitionVersion}`]),
                  ])}
                />
              </QueryControls>
              <Loaded query={preview} rows={3}>
                {(data) => <Preview {...data} />}
              </Loaded>
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

type Previewed = NonNullable<(typeof calls.previewMigration)["output"]["$value"]>;

/** Where the running processes stand, and what keeps them from standing there in the other version. */
function Preview({ running, steps }: Previewed) {
  const label = useLabel();
  const codeText = useCodeText();
  const title = label(["运行中的流程", "Running processes"]);
  return (
    <>
      <p>{label([`运行中的流程 ${running} 个`, `Running processes: ${running}`])}</p>
      {steps.some(({ obstacle }) => obstacle) && (
        <Alert
          type="warning"
          showIcon
          title={label(["有流程所在的节点不能迁移", "Some of them stand where they cannot be moved"])}
        />
      )}
      {steps.length > 0 && (
        <FieldTable name={title}>
          <thead>
            <tr>
              <th scope="col">{label(["当前节点", "Now at"])}</th>
              <th scope="col">{label(["流程数", "Processes"])}</th>
              <th scope="col">{label(["迁移后", "Then"])}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ activityId, activityName, running: count, obstacle }) => (
              <tr key={activityId}>
                <th scope="row">{activityName}</th>
                <td className="numeric">{count}</td>
                <td className={obstacle ? "bad" : undefined}>
                  {obstacle
                    ? codeText(migrationObstacle, obstacle)
                    : label(["在同一节点继续", "Go on at the same step"])}
                </td>
              </tr>
            ))}
          </tbody>
        </FieldTable>
      )}
    </>
  );
}
