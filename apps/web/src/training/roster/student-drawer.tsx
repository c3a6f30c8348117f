import { studentMachine } from "@jipei/contract/training/student.machine.ts";
import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { RowView } from "../../core/crud/row-view.tsx";

/** A roster row in full, beside what is being decided about it. */
export function StudentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <RowView
      entity={Student}
      id={id}
      row={undefined}
      detail={studentCalls.detail}
      machine={studentMachine}
      actionsOf={() => []}
      onClose={onClose}
    />
  );
}
