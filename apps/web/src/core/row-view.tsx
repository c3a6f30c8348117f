import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Machine } from "@jipei/contract/core/machine.ts";
import type { ReactNode } from "react";
import { AuditList } from "./audit-list.tsx";
import type { AuditRow } from "./audit-list.tsx";
import type { CallError } from "./call-error.ts";
import { Dialog } from "./dialog.tsx";
import { EntityView } from "./entity-view.tsx";
import { fieldsOf } from "./fields.ts";
import type { FormSection } from "./fields.ts";
import { useLabel } from "./i18n/language.ts";
import type { AnyRow } from "./ref-select.tsx";
import { ActionButtons } from "./row-actions.tsx";
import type { RowAction } from "./row-actions.tsx";
import { Failed, Skeleton } from "./states.tsx";
import { useTexts } from "./texts.ts";
import { useCall } from "./use-call.ts";

interface Props {
  entity: Entity;
  /** Id of the row that is shown; null: nothing. */
  id: string | null;
  /** The row as the list has it; shown where there is no detail call. */
  row: AnyRow | undefined;
  detail?: Call<{ id: string }, object>;
  fields?: readonly string[] | readonly FormSection[];
  machine?: Machine<string, string>;
  actionsOf: (row: AnyRow) => RowAction[];
  below?: (row: AnyRow) => ReactNode;
  onClose: () => void;
}

/** A row in full, in a drawer, with its history and what may be done with it. */
export function RowView({ detail, ...props }: Props) {
  if (!props.id) return null;
  return detail ? <Fetched {...props} id={props.id} detail={detail} /> : <Shown {...props} />;
}

function Fetched({ detail, id, ...props }: Props & { id: string; detail: Call<{ id: string }, object> }) {
  const full = useCall(detail, { id });
  return (
    <Shown {...props} row={full.data as AnyRow | undefined} error={full.error} onRetry={() => void full.refetch()} />
  );
}

/** The states that a history without a machine speaks of: those of the field that has them. */
const statesOf = (entity: Entity, history: readonly AuditRow[]) =>
  Object.values(fieldsOf(entity)).find(
    (field) => field.kind === "code" && history.some(({ toStatus }) => toStatus && field.codes?.codes[toStatus]),
  )?.codes;

type ShownProps = Omit<Props, "id" | "detail"> & { error?: CallError | null; onRetry?: () => void };

function Shown({ entity, row, fields, machine, actionsOf, below, onClose, error, onRetry }: ShownProps) {
  const t = useTexts();
  const label = useLabel();
  const history = row?.["auditList"] as AuditRow[] | undefined;
  return (
    <Dialog
      open
      kind="drawer"
      title={t("form.view", { name: label(entity) })}
      onClose={onClose}
      extra={row && <ActionButtons actions={actionsOf(row)} primary={false} />}
    >
      {row ? (
        <>
          <EntityView entity={entity} row={row} fields={fields} />
          {below?.(row)}
          {history && !("auditList" in fieldsOf(entity)) && (
            <section>
              <h2 className="section-title">{t("audit.title")}</h2>
              <AuditList records={history} machine={machine} states={machine?.states ?? statesOf(entity, history)} />
            </section>
          )}
        </>
      ) : error ? (
        <Failed error={error} onRetry={onRetry} />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  );
}
