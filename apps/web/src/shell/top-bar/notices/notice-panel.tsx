import { useState } from "react";
import { Link } from "react-router";
import { formatDateTime } from "../../../core/format/dates.ts";
import { TabList } from "../../../core/ui/tabs/tab-list.tsx";
import { countText } from "../count-text.ts";
import { useTexts } from "../../texts.ts";
import type { NoticeEntry, NoticeGroup, Notices } from "./use-notices.ts";
import "./notice-panel.css";

const groups: readonly NoticeGroup[] = ["mail", "messages", "notices"];
const emptyTexts = {
  mail: "notices.emptyMail",
  messages: "notices.emptyMessages",
  notices: "notices.emptyNotices",
} as const;

export function NoticePanel({ notices, close }: { notices: Notices; close: () => void }) {
  const t = useTexts();
  const [group, setGroup] = useState<NoticeGroup>("notices");
  const entries = notices.groups[group];
  const unread = notices.unread[group];
  const getName = (one: NoticeGroup) =>
    t(`notices.${one}`) + (notices.unread[one] > 0 ? ` (${countText(notices.unread[one])})` : "");

  return (
    <>
      <TabList
        id="notices"
        className="notice-tabs"
        label={t("notices.label")}
        items={groups.map((key) => ({ key, label: getName(key) }))}
        active={group}
        onChange={setGroup}
        panelOf={() => "notices-panel"}
      />
      <div id="notices-panel" role="tabpanel" aria-labelledby={`notices-${group}`} className="notice-list" tabIndex={0}>
        {entries.length === 0 ? (
          <p className="popover-note">{notices.failed ? t("notices.failed") : t(emptyTexts[group])}</p>
        ) : (
          <ul>
            {entries.map((entry) => (
              <li key={entry.id} className={entry.read ? undefined : "notice-unread"}>
                <Line entry={entry} onOpen={() => notices.markRead([entry.id])} close={close} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {unread > 0 && (
        <button type="button" className="popover-item notice-all" onClick={() => notices.markGroup(group)}>
          {t("notices.readAll")}
        </button>
      )}
    </>
  );
}

/** A line leads to the page of its matter; one without a page is read where it stands. */
function Line({
  entry: { title, text, time, path, read },
  onOpen,
  close,
}: {
  entry: NoticeEntry;
  onOpen: () => void;
  close: () => void;
}) {
  const content = (
    <>
      <span>{title}</span>
      {text && <span className="notice-detail">{text}</span>}
      <time>{formatDateTime(time)}</time>
    </>
  );
  if (path)
    return (
      <Link
        to={path}
        onClick={() => {
          if (!read) onOpen();
          close();
        }}
      >
        {content}
      </Link>
    );
  return (
    <button type="button" className="notice-line" onClick={() => !read && onOpen()}>
      {content}
    </button>
  );
}
