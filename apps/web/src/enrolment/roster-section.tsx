import type { SectionProps } from "../core/page-sections.ts";
import { RosterList } from "./roster-list.tsx";

/** Roster of the class page. */
export default function RosterSection({ id, row }: SectionProps) {
  return (
    <RosterList classId={id} classStatus={row["status"] as string} runState={row["runState"] as string} embedded />
  );
}
