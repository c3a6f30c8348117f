import type { WholeClass } from "@jipei/contract/training/training-class.calls.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { RosterList } from "./roster-list.tsx";

/** Roster of the class page. */
export default function RosterSection({ id, row }: SectionProps<WholeClass>) {
  return <RosterList classId={id} classStatus={row.status} runState={row.runState} embedded />;
}
