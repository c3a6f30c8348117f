import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../texts.ts'
import type { NoticeEntry, NoticeGroup, Notices } from './use-notices.ts'
import './notice-panel.css'

const groups: readonly NoticeGroup[] = ['mail', 'messages', 'notices']
const emptyTexts = { mail: 'notices.emptyMail', messages: 'notices.emptyMessages', notices: 'notices.emptyNotices' } as const

export function NoticePanel({ notices, close }: { notices: Notices; close: () => void }) {
  const t = useTexts()
  const [group, setGroup] = useState<NoticeGroup>('notices')
  const entries = notices.groups[group]
  const unread = notices.unread[group]

  function move(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    const next = groups[(groups.indexOf(group) + step + groups.length) % groups.length]!
    setGroup(next)
    document.getElementById(`notices-${next}`)?.focus()
  }

  return (
    <>
      <div className="notice-tabs" role="tablist" aria-label={t('notices.label')} onKeyDown={move}>
        {groups.map((one) => (
          <button
            key={one}
            id={`notices-${one}`}
            type="button"
            role="tab"
            aria-selected={one === group}
            aria-controls="notices-panel"
            tabIndex={one === group ? 0 : -1}
            onClick={() => setGroup(one)}
          >
            {t(`notices.${one}`)}
            {notices.unread[one] > 0 && ` (${notices.unread[one]})`}
          </button>
        ))}
      </div>
      <div id="notices-panel" role="tabpanel" aria-labelledby={`notices-${group}`} className="notice-list" tabIndex={0}>
        {entries.length === 0 ? (
          <p className="popover-note">{notices.failed ? t('notices.failed') : t(emptyTexts[group])}</p>
        ) : (
          <ul>
            {entries.map((entry) => (
              <li key={entry.id} className={entry.read ? undefined : 'notice-unread'}>
                <Line entry={entry} onOpen={() => notices.markRead([entry.id])} close={close} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {unread > 0 && (
        <button type="button" className="popover-item notice-all" onClick={() => notices.markGroup(group)}>
          {t('notices.readAll')}
        </button>
      )}
    </>
  )
}

/** A line leads to the page of its matter; one without a page is read where it stands. */
function Line({
  entry: { title, text, time, path, read },
  onOpen,
  close,
}: {
  entry: NoticeEntry
  onOpen: () => void
  close: () => void
}) {
  const content = (
    <>
      <span>{title}</span>
      {text && <span className="notice-detail">{text}</span>}
      <time>{time.slice(0, 16)}</time>
    </>
  )
  if (path)
    return (
      <Link
        to={path}
        onClick={() => {
          if (!read) onOpen()
          close()
        }}
      >
        {content}
      </Link>
    )
  return (
    <button type="button" className="notice-line" onClick={() => !read && onOpen()}>
      {content}
    </button>
  )
}
