import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { ReactNode } from "react";
import { AuditList } from "../moves/audit-list.tsx";
import type { AuditRow } from "../moves/audit-list.tsx";
import type { CallError } from "../api/call-error.ts";
import { Dialog } from "../dialog/dialog.tsx";
import { EntityView } from "./entity-view.tsx";
import { getFields, getValue } from "../form/fields.ts";
import type { FieldList, FieldName } from "../form/fields.ts";
import { useLabel } from "../i18n/language.ts";
import { Button } from "antd";
import { ActionButtons, shortcutsOf } from "./row-actions.tsx";
import type { RowAction } from "./row-actions.tsx";
import type { Neighbours } from "../queue/neighbours.ts";
import { Failed, Skeleton } from "../ui/states.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { useCall } from "../api/use-call.ts";

interface Props<E extends Entity, R extends object, D extends object> {
  entity: E;
  /** Id of the row that is shown; null: nothing. */
  id: string | null;
  /** The row as the list has it; shown where there is no detail call. */
  row: R | undefined;
  detail?: Call<{ id: string }, D>;
  fields?: FieldList<FieldName<E>>;
  machine?: Machine<string, string>;
  actionsOf: (row: R) => RowAction[];
  /** Where one can go on to, in a list. */
  beside?: Neighbours<R> & { titleOf: (row: R) => string; show: (row: R) => void };
  below?: (row: R & Partial<D>) => ReactNode;
  onClose: () => void;
}

/** A row in full, in a drawer, with its history and its actions. */
export function RowView<E extends Entity, R extends object, D extends object>({ detail, ...props }: Props<E, R, D>) {
  if (!props.id) return null;
  return detail ? <Fetched {...props} id={props.id} detail={detail} /> : <Shown {...props} />;
}

function Fetched<E extends Entity, R extends object, D extends object>({
  detail,
  id,
  ...props
}: Props<E, R, D> & { id: string; detail: Call<{ id: string }, D> }) {
  const full = useCall<{ id: string }, object>(detail, { id });
  // A detail has what the row of the list has, and more.
  const row = full.data as R | undefined;
  return <Shown {...props} row={row} error={full.error} onRetry={() => void full.refetch()} />;
}

/** The states of a history without a machine: those of the field that has them. */
const findStates = (entity: Entity, history: readonly AuditRow[]) =>
  Object.values(getFields(entity)).find(
    (field) => field.kind === "code" && history.some(({ toStatus }) => toStatus && field.codes?.codes[toStatus]),
  )?.codes;

type ShownProps<E extends Entity, R extends object, D extends object> = Omit<Props<E, R, D>, "id" | "detail"> & {
  error?: CallError | null;
  onRetry?: () => void;
};

function Shown<E extends Entity, R extends object, D extends object>(props: ShownProps<E, R, D>) {
  const { entity, row, fields, machine, actionsOf, beside, below, onClose, error, onRetry } = props;
  const t = useTexts();
  const label = useLabel();
  const actions = row ? actionsOf(row) : [];
  const showing = (other: R | undefined) => other && (() => beside?.show(other));
  const openWaiting = showing(beside?.waiting);
  const history = row && (getValue(row, "auditList") as AuditRow[] | undefined);
  const missing = error ? <Failed error={error} onRetry={onRetry} /> : <Skeleton />;
  return (
    <Dialog
      open
      kind="drawer"
      title={t("form.view", { name: label(entity) })}
      onClose={onClose}
      keys={{
        j: showing(beside?.next),
        k: showing(beside?.previous),
        n: openWaiting,
        ...shortcutsOf(actions),
      }}
      extra={
        <>
          <ActionButtons actions={actions} primary={false} />
          {beside?.waiting && (
            <Button onClick={openWaiting} title="N">
              {t("queue.next", { name: beside.titleOf(beside.waiting) })}
            </Button>
          )}
        </>
      }
    >
      {row ? (
        <>
          <EntityView entity={entity} row={row} fields={fields} />
          {below?.(row)}
          {history && !("auditList" in getFields(entity)) && (
            <section>
              <h2 className="section-title">{t("audit.title")}</h2>
              <AuditList records={history} machine={machine} states={machine?.states ?? findStates(entity, history)} />
            </section>
          )}
        </>
      ) : (
        missing
      )}
    </Dialog>
  );
}
