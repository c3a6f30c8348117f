import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../texts.ts'
import type { NoticeGroup, Notices } from './use-notices.ts'
import './notice-panel.css'

const groups: readonly NoticeGroup[] = ['mail', 'messages', 'notices']
const emptyTexts = { mail: 'notices.emptyMail', messages: 'notices.emptyMessages', notices: 'notices.emptyNotices' } as const

export function NoticePanel({ notices, close }: { notices: Notices; close: () => void }) {
  const t = useTexts()
  const [group, setGroup] = useState<NoticeGroup>('notices')
  const entries = notices.groups[group]
  const unread = entries.filter(({ read }) => !read).map(({ id }) => id)

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
            {notices.groups[one].length > 0 && ` (${notices.groups[one].length})`}
          </button>
        ))}
      </div>
      <div id="notices-panel" role="tabpanel" aria-labelledby={`notices-${group}`} className="notice-list" tabIndex={0}>
        {entries.length === 0 ? (
          <p className="popover-note">{notices.failed ? t('notices.failed') : t(emptyTexts[group])}</p>
        ) : (
          <ul>
            {entries.map(({ id, title, time, read, path }) => (
              <li key={id} className={read ? undefined : 'notice-unread'}>
                <Link
                  to={path}
                  onClick={() => {
                    notices.markRead([id])
                    close()
                  }}
                >
                  <span>{title}</span>
                  <time>{time.slice(0, 16)}</time>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {unread.length > 0 && (
        <button type="button" className="popover-item notice-all" onClick={() => notices.markRead(unread)}>
          {t('notices.readAll')}
        </button>
      )}
    </>
  )
}
