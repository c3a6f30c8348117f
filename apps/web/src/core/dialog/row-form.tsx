import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { useState } from "react";
import { FormDialog } from "./form-dialog.tsx";
import type { FormDialogProps } from "./form-dialog.tsx";
import { getId, getValue } from "../form/fields.ts";
import { Dialog } from "./dialog.tsx";
import { Failed, Skeleton } from "../ui/states.tsx";
import { useCall } from "../api/use-call.ts";

interface Props<E extends Entity, S> extends Omit<FormDialogProps<E, S>, "open"> {
  /** Returns the row as it is now, with its version and what a list masks. */
  detail?: Call<{ id: string }, object>;
}

/** The form of a row; an existing one is fetched again first, so that nobody edits an old state. */
export function RowForm<E extends Entity, S>({ detail, ...props }: Props<E, S>) {
  return detail && props.row ? <Reread {...props} detail={detail} row={props.row} /> : <FormDialog {...props} open />;
}

function Reread<E extends Entity, S>({
  detail,
  row,
  ...props
}: Omit<Props<E, S>, "detail" | "row"> & { detail: Call<{ id: string }, object>; row: object }) {
  const full = useCall(detail, { id: getId(row) }, { staleTime: 0 });
  // The row that is edited stays until its reader asks for it anew: what others save meanwhile is found out by the version.
  const [edited, setEdited] = useState<object | null>(null);
  // While the first answer is being fetched a cached one may be shown elsewhere, but it must not be edited.
  if (!edited && full.data && full.isFetchedAfterMount && !full.isError) setEdited(full.data);
  if (!edited)
    return (
      <Dialog open title={props.title ?? ""} onClose={props.onClose}>
        {full.isError ? <Failed error={full.error} onRetry={() => void full.refetch()} /> : <Skeleton />}
      </Dialog>
    );
  const reload = async () => {
    const { data } = await full.refetch();
    if (data) setEdited(data);
  };
  const version = String(getValue(edited, "version"));
  return <FormDialog {...props} open key={version} row={edited} onReload={() => void reload()} />;
}
