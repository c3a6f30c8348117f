import { clearCache } from "@jipei/contract/auth/auth.ts";
import { CloseOutlined, DownOutlined } from "@ant-design/icons";
import { Suspense, useEffect, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { Link, useNavigate } from "react-router";
import { invoke } from "../../core/api/call-client.ts";
import { homePath } from "../../core/session/constants.ts";
import { hasUnsaved } from "../../core/form/dirty-guard.ts";
import { joinNames } from "../../core/i18n/join-names.ts";
import { useLanguage } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { queryClient } from "../../core/api/query-client.ts";
import { Popover } from "../top-bar/popover.tsx";
import { changeTabs, getTabs, useTabs } from "./tabs-store.ts";
import { closeAll, closeOthers, closeTab, refreshTab } from "./tabs.ts";
import type { Tab } from "./tabs.ts";
import { useTexts } from "../texts.ts";
import { useTitles } from "./titles.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import "./tab-bar.css";

const Confirm = lazyPart(() => import("../../core/dialog/dialog.tsx").then(({ Confirm }) => Confirm));

type Question = { kind: "refresh" } | { kind: "close"; titles: string; run: () => void };

/** The visited pages as links; a tab list proper could not hold the close buttons. */
export function TabBar() {
  const t = useTexts();
  const { list, active } = useTabs();
  const getTitle = useTitles();
  const language = useLanguage();
  const bar = useRef<HTMLUListElement>(null);
  const { close, closeRest, closeEvery, askRefresh, dialogs } = useTabActions(active);

  useEffect(() => {
    bar.current?.querySelector(".tab-active")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active, list.length, language]);

  const lasting = list.filter(({ passing }) => !passing);
  const single = lasting.length < 2;
  return (
    <nav className="tab-bar" aria-label={t("tabs.label")}>
      <ul ref={bar}>
        {lasting.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            title={getTitle(tab)}
            active={tab.path === active}
            onClose={() => close(tab.path)}
          />
        ))}
      </ul>
      <Popover label={t("tabs.more")} className="tab-more" button={<DownOutlined />}>
        {(shut) => {
          const item = (text: string, action: () => void, disabled = false) => (
            <button
              type="button"
              className="popover-item"
              disabled={disabled}
              onClick={() => {
                shut();
                action();
              }}
            >
              {text}
            </button>
          );
          return (
            <>
              {item(t("tabs.refresh"), askRefresh)}
              {item(t("tabs.closeThis"), () => close(active), active === homePath)}
              {item(t("tabs.closeOthers"), closeRest, single)}
              {item(t("tabs.closeAll"), closeEvery, single)}
            </>
          );
        }}
      </Popover>
      {dialogs}
    </nav>
  );
}

/** Closing and refreshing tabs; what would lose unsaved entries asks first. @returns `dialogs` have to be on the page */
function useTabActions(active: string) {
  const t = useTexts();
  const navigate = useNavigate();
  const getTitle = useTitles();
  const [question, setQuestion] = useState<Question | null>(null);
  const answered = () => setQuestion(null);

  function closeNow(path: string) {
    const { tabs, goTo } = closeTab(getTabs(), path);
    // The address changes first: otherwise the page on screen would be opened as a new tab.
    if (goTo) void navigate(goTo);
    changeTabs({ ...tabs, active: goTo?.pathname ?? tabs.active });
  }
  /** Closes tabs; where some of their pages have unsaved entries, it asks first. */
  function leave(closes: (path: string) => boolean, run: () => void) {
    const unsaved = getTabs().list.filter(({ path }) => closes(path) && hasUnsaved(path));
    if (unsaved.length > 0) setQuestion({ kind: "close", titles: joinNames(unsaved.map(getTitle)), run });
    else run();
  }

  async function refresh() {
    answered();
    await invoke(clearCache, undefined);
    await queryClient.invalidateQueries({ refetchType: "none" });
    changeTabs(refreshTab(getTabs(), active));
    notify("success", t("tabs.refreshed"));
  }

  const dialogs = question && (
    <Suspense fallback={null}>
      {question.kind === "refresh" ? (
        <Confirm
          open
          title={t("tabs.refreshConfirm")}
          onOk={() => void refresh().catch(() => undefined)}
          onClose={answered}
        >
          {t("tabs.refreshText")}
        </Confirm>
      ) : (
        <Confirm
          open
          title={t("tabs.unsaved", { titles: question.titles })}
          onOk={() => {
            answered();
            question.run();
          }}
          onClose={answered}
        />
      )}
    </Suspense>
  );
  return {
    close: (path: string) =>
      leave(
        (one) => one === path,
        () => closeNow(path),
      ),
    closeRest: () =>
      leave(
        (path) => path !== active && path !== homePath,
        () => changeTabs(closeOthers(getTabs(), active)),
      ),
    closeEvery: () =>
      leave(
        (path) => path !== homePath,
        () => {
          changeTabs(closeAll(getTabs()));
          void navigate(homePath);
        },
      ),
    askRefresh: () => setQuestion({ kind: "refresh" }),
    dialogs,
  };
}

function TabItem({ tab, title, active, onClose }: { tab: Tab; title: string; active: boolean; onClose: () => void }) {
  const t = useTexts();
  const closable = tab.path !== homePath;
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Delete" && closable) onClose();
  };
  const middle = (event: MouseEvent) => {
    if (event.button !== 1 || !closable) return;
    event.preventDefault();
    onClose();
  };
  return (
    <li className={active ? "tab tab-active" : "tab"}>
      <Link
        to={tab.location}
        aria-current={active ? "page" : undefined}
        title={title}
        onKeyDown={keys}
        onAuxClick={middle}
      >
        {title}
      </Link>
      {closable && (
        <button type="button" className="tab-close" aria-label={t("tabs.close", { title })} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </li>
  );
}
