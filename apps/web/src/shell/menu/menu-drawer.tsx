import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { CloseOutlined } from "@ant-design/icons";
import { Logo } from "../../core/ui/logo.tsx";
import { Modal } from "../top-bar/modal.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useTexts } from "../texts.ts";

/** The menu of a phone: slides over the page, closes on Esc, beside it, and when a page is chosen. */
export function MenuDrawer({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  const t = useTexts();
  return (
    <Modal className="menu-drawer" label={t("menu.label")} onClose={onClose}>
      <div className="menu-drawer-head">
        <Logo />
        <button type="button" className="top-button" aria-label={t("menu.close")} onClick={onClose}>
          <CloseOutlined />
        </button>
      </div>
      <div onClick={(event) => (event.target as Element).closest("a") && onClose()}>
        <Sidebar items={items} />
      </div>
    </Modal>
  );
}
