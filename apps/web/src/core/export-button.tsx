import type { Call } from '@jipei/contract/core/call.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { fetchFile, saveAs } from './download.ts'
import { openJobs } from './job-store.ts'
import { notify } from './notify.ts'
import { useTexts } from './texts.ts'

interface Props {
  call: Call<never, unknown> | Call
  /** What the list on screen was asked for: the file holds the same rows, all pages of them. */
  params: Readonly<Record<string, unknown>>
  text?: string
}

/** Downloads a list as a workbook; a long one goes on as a job. */
export function ExportButton({ call, params, text }: Props) {
  const t = useTexts()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    const { current: _current, size: _size, ...filters } = params
    try {
      const file = await fetchFile(call as Call, filters)
      if (file.blob.type.includes('json')) {
        notify('info', t('export.job'))
        openJobs()
      } else saveAs(file)
    } catch {
      // The call client has said why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void run()}>
      {text ?? t('export.button')}
    </Button>
  )
}
