import { BellOutlined } from "@ant-design/icons";
import { countText } from "../count-text.ts";
import { Popover } from "../popover.tsx";
import { useTexts } from "../../texts.ts";
import { NoticePanel } from "./notice-panel.tsx";
import { useNotices } from "./use-notices.ts";

/** The bell: number of unread entries, and the panel with mail, messages and notices. */
export function NoticePopover() {
  const t = useTexts();
  const notices = useNotices();
  const unread = Object.values(notices.unread).reduce((sum, n) => sum + n, 0);
  const count = countText(unread);
  return (
    <Popover
      label={unread ? t("notices.unread", { n: count }) : t("notices.label")}
      className="top-button counting notice-button"
      panelClass="notice-panel"
      button={
        <>
          <BellOutlined />
          {unread > 0 && (
            <span className="count-mark" aria-hidden="true">
              {count}
            </span>
          )}
        </>
      }
    >
      {(close) => <NoticePanel notices={notices} close={close} />}
    </Popover>
  );
}
