import { Progress } from "antd";
import { formatCount } from "../../core/format/numbers.ts";
import "./share.css";

/** How much of a plan or of a declaration is given away. */
export function Share({ used, of }: { used: number | null; of: number }) {
  const part = used ?? 0;
  return (
    <span className="share">
      <Progress
        percent={of > 0 ? Math.min(100, Math.floor((part / of) * 100)) : 0}
        showInfo={false}
        size="small"
        aria-hidden
      />
      <span className="numeric">
        {formatCount(part)} / {formatCount(of)}
      </span>
    </span>
  );
}
