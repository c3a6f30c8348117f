import type { Call } from "@jipei/contract/core/call.ts";
import type { ComponentProps } from "react";
import { FormDialog } from "./form-dialog.tsx";
import { Dialog } from "./dialog.tsx";
import type { AnyRow } from "./ref-select.tsx";
import { Failed, Skeleton } from "./states.tsx";
import { useCall } from "./use-call.ts";

interface Props extends Omit<ComponentProps<typeof FormDialog>, "open"> {
  /** Gives the row as it is now, with its version and what a list masks. */
  detail?: Call<{ id: string }, object>;
}

/** The form of a row; an existing one is read afresh first, so that nobody edits an old state. */
export function RowForm({ detail, ...props }: Props) {
  return detail && props.row ? <Reread {...props} detail={detail} row={props.row} /> : <FormDialog {...props} open />;
}

function Reread({
  detail,
  row,
  ...props
}: Omit<Props, "detail" | "row"> & { detail: Call<{ id: string }, object>; row: AnyRow }) {
  const full = useCall(detail, { id: String(row["id"]) }, { staleTime: 0 });
  // While the first answer is on its way a stored one may be shown by others, but it must not be edited.
  if (full.isError || !full.data || !full.isFetchedAfterMount)
    return (
      <Dialog open title={props.title ?? ""} onClose={props.onClose}>
        {full.isError ? <Failed error={full.error} onRetry={() => void full.refetch()} /> : <Skeleton />}
      </Dialog>
    );
  const fresh = full.data as AnyRow;
  return <FormDialog {...props} open key={String(fresh["version"])} row={fresh} onReload={() => void full.refetch()} />;
}
