import { changeMark } from "@jipei/contract/subsidies/subsidy-codes.ts";
import type { SubsidyApplicationRow } from "@jipei/contract/subsidies/subsidy-application.ts";
import { StatusTag } from "../../../core/format/status-tag.tsx";

/** Stands out only where something has changed. */
export function ChangeMark({ row: { isChanged } }: { row: Pick<SubsidyApplicationRow, "isChanged"> }) {
  return isChanged === "1" ? <StatusTag codes={changeMark} value={isChanged} /> : null;
}
