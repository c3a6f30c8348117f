import type { teacherCalls } from "@jipei/contract/providers/teacher.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { Button } from "antd";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useCan } from "../../core/session/session.ts";
import { useSend } from "../../core/api/use-call.ts";

interface Props {
  call: typeof teacherCalls.syncTeachers;
  right: PermissionKey;
  onDone: () => void;
}

/** Brings teachers in from the provincial system and says how many were new. */
export function SyncTeachers({ call, right, onDone }: Props) {
  const label = useLabel();
  const sync = useSend(call);
  if (!useCan(right)) return null;
  const run = async () => {
    const { added, changed, skipped } = await sync.mutateAsync(undefined);
    notify(
      "success",
      label([
        `新增${added}人，更新${changed}人，跳过${skipped}人`,
        `${added} added, ${changed} changed, ${skipped} left out`,
      ]),
    );
    onDone();
  };
  return (
    <Button loading={sync.isPending} onClick={() => void run().catch(() => undefined)}>
      {label(["同步省师资库", "Synchronise with the province"])}
    </Button>
  );
}
