import { useLabel } from "../i18n/language.ts";
import { Link } from "../page/link.ts";
import { can, useSession } from "../session/session.ts";
import { notify } from "../ui/notify.ts";

/** Says after a save that a second person has to approve it (`savedOrProposed`); of a row that was saved at once it says nothing more. */
export function useTellProposed(): (answer: unknown) => void {
  const label = useLabel();
  return (answer) => {
    if ((answer as { policyChangeId?: string | null }).policyChangeId)
      notify(
        "info",
        label([
          "已提交审批，经他人批准后生效",
          "Sent for approval; it takes effect once another person has approved it",
        ]),
      );
  };
}

/** Leads from a row to the change of it that waits for approval, or for its day. */
export function PendingChange({
  subject,
  row,
}: {
  subject: string;
  row: { id: unknown; policyChangeId: string | null };
}) {
  const label = useLabel();
  const maySee = can("policy_change_view", useSession());
  if (!row.policyChangeId) return null;
  const text = label(["变更待生效", "Change pending"]);
  return maySee ? <Link to={`/policy/change?subject=${subject}&subjectId=${String(row.id)}`}>{text}</Link> : text;
}
