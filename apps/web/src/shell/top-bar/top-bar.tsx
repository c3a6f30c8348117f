import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  LockOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
} from "@ant-design/icons";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { Link } from "../../core/page/link.ts";
import { LanguageSwitch } from "../../core/i18n/language-switch.tsx";
import { findPage } from "../../core/page/registry.ts";
import { Logo } from "../../core/ui/logo.tsx";
import { usePhone } from "../../core/ui/use-width.ts";
import { loadJobTray } from "../frame/load-shell.ts";
import { lockAgain } from "../lock/lock.ts";
import { LogButton } from "./log-button.tsx";
import { NoticePopover } from "./notices/notice-popover.tsx";
import { useTexts } from "../texts.ts";
import { TopMenu } from "../menu/top-menu.tsx";
import { useFullscreen } from "./use-fullscreen.ts";
import { UserMenu } from "../menu/user-menu.tsx";
import "./top-bar.css";

const JobTray = lazy(loadJobTray);
const HelpDrawer = lazy(() => import("../help/help-drawer.tsx"));
const LockDialog = lazy(() => import("../lock/lock-dialog.tsx"));

interface Props {
  collapsed: boolean;
  onToggleMenu: () => void;
  onSearch: () => void;
  top: string | null;
  onTop: (id: string | null) => void;
}

export function TopBar({ collapsed, onToggleMenu, onSearch, top, onTop }: Props) {
  const t = useTexts();
  const phone = usePhone();
  const fullscreen = useFullscreen();
  const [locking, setLocking] = useState(false);
  const [helping, setHelping] = useState(false);
  const { pathname } = useLocation();

  function lock() {
    lockAgain().then(
      (locked) => locked || setLocking(true),
      () => undefined,
    );
  }

  return (
    <header className="top-bar">
      <MenuButton collapsed={collapsed} onClick={onToggleMenu} />
      <Link to="/" className="top-logo">
        <Logo bare={phone} />
      </Link>
      {!phone && <TopMenu value={top} onChange={onTop} />}
      <div className="top-tools">
        <button
          type="button"
          className="top-button"
          aria-label={t("top.search")}
          title={t("top.search")}
          onClick={onSearch}
        >
          <SearchOutlined />
        </button>
        <Suspense fallback={<span className="top-button" />}>
          <JobTray />
        </Suspense>
        <NoticePopover />
        {!phone && (
          <button
            type="button"
            className="top-button"
            aria-label={t("top.help")}
            title={t("top.help")}
            onClick={() => setHelping(true)}
          >
            <QuestionCircleOutlined />
          </button>
        )}
        <LogButton />
        <button
          type="button"
          className="top-button top-lock"
          aria-label={t("top.lock")}
          title={t("top.lock")}
          onClick={lock}
        >
          <LockOutlined />
        </button>
        {!phone && fullscreen.supported && (
          <button
            type="button"
            className="top-button"
            aria-label={fullscreen.full ? t("top.exitFullscreen") : t("top.fullscreen")}
            title={fullscreen.full ? t("top.exitFullscreen") : t("top.fullscreen")}
            onClick={fullscreen.toggle}
          >
            {fullscreen.full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          </button>
        )}
        <LanguageSwitch className="top-button" />
        <UserMenu onHelp={phone ? () => setHelping(true) : undefined} />
      </div>
      {helping && (
        <Suspense fallback={null}>
          <HelpDrawer path={findPage(pathname)?.route ?? pathname} onClose={() => setHelping(false)} />
        </Suspense>
      )}
      {locking && (
        <Suspense fallback={null}>
          <LockDialog onClose={() => setLocking(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** On a phone it opens the menu over the page, else it folds the menu beside it. */
function MenuButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  const t = useTexts();
  const phone = usePhone();
  const fold = collapsed ? "expand" : "collapse";
  const label = t(`menu.${phone ? "open" : fold}`);
  const FoldIcon = collapsed ? MenuUnfoldOutlined : MenuFoldOutlined;
  return (
    <button type="button" className="top-button" aria-label={label} title={label} onClick={onClick}>
      {phone ? <MenuOutlined /> : <FoldIcon />}
    </button>
  );
}
