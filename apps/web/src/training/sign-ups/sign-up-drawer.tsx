import { Dialog } from "../../core/dialog/dialog.tsx";
import { SignUpList } from "./sign-up-list.tsx";
import { useTexts } from "../roster/texts.ts";

/** Sign-ups of one class beside its roster: who is accepted stands on the roster at once. */
export function SignUpDrawer({ classId, onClose }: { classId: string; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open kind="drawer" width={1080} title={t("roster.fromSignUps")} onClose={onClose}>
      <SignUpList classId={classId} />
    </Dialog>
  );
}
