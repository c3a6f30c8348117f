import { type FlowDefinitionRow, flowDefinitionCalls as calls } from "@jipei/contract/workflow/flow-definition.ts";
import { Alert } from "antd";
import { useMemo, useState } from "react";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { QueryControls, QuerySelect } from "../../core/form/query-controls.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { notify } from "../../core/ui/notify.ts";
import { Empty, Loaded } from "../../core/ui/states.tsx";
import { readSteps } from "../diagram/process-steps.ts";

type Mapping = Readonly<Record<string, string>>;

/** Moves the running processes of one version to another, after showing where each would go on. */
export function Migration({ from, onClose }: { from: FlowDefinitionRow; onClose: () => void }) {
  const label = useLabel();
  const found = useCall(calls.list, { key_equal: from.key ?? "", size: 100 });
  const others = (found.data?.records ?? []).filter(({ id }) => id !== from.id);
  const [chosen, setTarget] = useState<string | null>(null);
  const target = chosen ?? others[0]?.id ?? null;
  const [mapping, setMapping] = useState<Mapping>({});
  const sent = {
    processDefinitionId: from.id,
    targetDefinitionId: target ?? "",
    mapping: Object.entries(mapping).map(([before, after]) => ({ from: before, to: after })),
  };
  const preview = useCall(calls.previewMigration, sent, { enabled: target !== null, keepPrevious: true, staleTime: 0 });
  const migrate = useSend(calls.migrate, { silent: true });
  const ready = preview.data && preview.data.running > 0 && preview.data.issues.length === 0;
  const submit = () =>
    migrate.mutate(sent, {
      onSuccess: ({ moved }) => {
        notify("success", label([`已迁移 ${moved} 个流程`, `${moved} processes moved`]));
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
                  onChange={(id) => {
                    setTarget(id);
                    setMapping({});
                  }}
                  options={others.map((row) => [
                    row.id,
                    label([`第${row.definitionVersion}版`, `Version ${row.definitionVersion}`]),
                  ])}
                />
              </QueryControls>
              <Loaded query={preview} rows={3}>
                {({ running, steps, issues }) => (
                  <>
                    <p>{label([`运行中的流程 ${running} 个`, `${running} running processes`])}</p>
                    <Steps
                      steps={steps}
                      target={target}
                      mapping={mapping}
                      onMap={(before, after) => setMapping({ ...mapping, [before]: after })}
                    />
                    {issues.length > 0 && (
                      <Alert
                        type="warning"
                        showIcon
                        title={label(["暂不能迁移", "They cannot be moved yet"])}
                        description={
                          <ul>
                            {issues.map((issue) => (
                              <li key={issue.en}>{label(issue)}</li>
                            ))}
                          </ul>
                        }
                      />
                    )}
                  </>
                )}
              </Loaded>
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

type Preview = NonNullable<(typeof calls.previewMigration)["output"]["$value"]>;

interface StepsProps {
  steps: Preview["steps"];
  target: string;
  mapping: Mapping;
  onMap: (from: string, to: string) => void;
}

/** Where processes stand, and where they would go on; a step that the other version does not have is chosen. */
function Steps({ steps, target, mapping, onMap }: StepsProps) {
  const label = useLabel();
  const found = useCall(calls.detail, { processDefinitionId: target });
  const xml = found.data?.xml;
  const options = useMemo(() => readSteps(xml ?? "").map(({ id, name }) => [id, name || id] as const), [xml]);
  if (steps.length === 0) return null;
  const title = label(["节点对应", "Steps"]);
  return (
    <FieldTable name={title}>
      <thead>
        <tr>
          <th scope="col">{label(["当前节点", "Now at"])}</th>
          <th scope="col">{label(["流程数", "Processes"])}</th>
          <th scope="col">{label(["迁移后", "Then at"])}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ activityId, activityName, running, target: known }) => (
          <tr key={activityId}>
            <th scope="row">{activityName}</th>
            <td className="numeric">{running}</td>
            <td>
              <select
                aria-label={label([`“${activityName}”迁移后的节点`, `Where “${activityName}” goes on`])}
                value={mapping[activityId] ?? known ?? ""}
                onChange={(event) => onMap(activityId, event.target.value)}
              >
                <option value="">{label(["请选择", "Choose"])}</option>
                {options.map(([id, name]) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </FieldTable>
  );
}
