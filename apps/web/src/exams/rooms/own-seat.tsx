import type { Seat } from "@jipei/contract/exams/exam.calls.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { FactList } from "../../core/ui/fact-list.tsx";
import { useTexts } from "../texts.ts";

/** The day is said once, where the session ends on it. */
function getSession({ startTime, endTime }: Seat): string {
  const [start, end] = [formatDateTime(startTime), formatDateTime(endTime)];
  const isOneDay = startTime.slice(0, 10) === endTime.slice(0, 10);
  return isOneDay ? `${start}–${endTime.slice(11, 16)}` : `${start} – ${end}`;
}

/** Where and when a candidate sits: what they look for on their phone at the door. */
export function OwnSeat({ seat }: { seat: Seat }) {
  const t = useTexts();
  const facts = [
    [t("seats.room"), seat.roomName],
    [t("seats.seat"), String(seat.seatNo)],
    [t("seats.place"), seat.place],
    [t("seats.session"), getSession(seat)],
  ] as const;
  return <FactList className="own-seat" facts={facts} />;
}
