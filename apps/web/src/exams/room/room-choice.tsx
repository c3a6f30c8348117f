import type { Candidate } from "@jipei/contract/exams/exam.calls.ts";
import { Select } from "antd";
import { useTexts } from "../texts.ts";

interface Props {
  candidates: readonly Candidate[];
  value: string | null;
  onChange: (examRoomId: string | null) => void;
}

/** The rooms of those who sit the exam, of which one is chosen; nothing where seats were not assigned. */
export function RoomChoice({ candidates, value, onChange }: Props) {
  const t = useTexts();
  const rooms = new Map(candidates.flatMap(({ examRoomId, roomName }) => (examRoomId ? [[examRoomId, roomName]] : [])));
  if (rooms.size === 0) return null;
  return (
    <Select
      aria-label={t("seats.room")}
      allowClear
      placeholder={t("seats.all")}
      value={value}
      onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
      options={[...rooms].map(([id, label]) => ({ value: id, label }))}
    />
  );
}
