import { Button } from "antd";
import { useLabel } from "../../core/i18n/language.ts";
import { useGo } from "../../core/page/link.ts";
import { Empty } from "../../core/ui/states.tsx";

/** Leads to the drawing of a process that is no list of steps. */
export function DrawnModel({ id }: { id: string }) {
  const label = useLabel();
  const go = useGo();
  return (
    <Empty
      text={label(["该流程是画出来的，不能按步骤修改", "This process was drawn, and is more than a list of steps"])}
    >
      <Button type="primary" onClick={() => void go(`/flow/model/design/${id}`)}>
        {label(["打开流程图", "Open the drawing"])}
      </Button>
    </Empty>
  );
}
