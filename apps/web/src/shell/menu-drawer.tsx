import type { MenuItem } from '@jipei/contract/auth/menu.ts'
import { CloseOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { Logo } from '../core/logo.tsx'
import { Sidebar } from './sidebar.tsx'
import { useTexts } from './texts.ts'

/** The menu of a phone: slides over the page, closes on Esc, beside it, and when a page is chosen. */
export function MenuDrawer({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  const t = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="menu-drawer"
      aria-label={t('menu.label')}
      onClose={onClose}
      onClick={(event) => {
        const target = event.target as Element
        if (target === event.currentTarget || target.closest('a')) onClose()
      }}
    >
      <div className="menu-drawer-head">
        <Logo />
        <button type="button" className="top-button" aria-label={t('menu.close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </div>
      <Sidebar items={items} />
    </dialog>
  )
}
