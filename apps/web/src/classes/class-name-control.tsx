import { classCalls } from '@jipei/contract/classes/training-class.calls.ts'
import { level } from '@jipei/contract/core/codes.ts'
import { organisationCourseCalls } from '@jipei/contract/organisations/organisation-course.ts'
import { organisationCalls } from '@jipei/contract/organisations/organisation.ts'
import { Button, Form, Input, Space } from 'antd'
import { invoke } from '../core/call-client.ts'
import type { ControlProps } from '../core/field-control.tsx'
import { useTexts } from './texts.ts'

interface Found<R> {
  records: R[]
  total: number
}

/** The usual name of a class: institution, course, level, and the how manieth of its kind. Stored data is Chinese in either language. */
async function usualName(orgCourseId: string): Promise<string> {
  const [offers, own, before] = await Promise.all([
    invoke(organisationCourseCalls.usedByOrg, { current: 1, size: 200 }) as Promise<unknown>,
    invoke(organisationCalls.usedByOrg as never, { current: 1, size: 1 } as never) as Promise<unknown>,
    invoke(classCalls.usedByOrg, { current: 1, size: 1, orgCourseId }) as Promise<unknown>,
  ])
  const offer = (offers as Found<{ id: string; courseName: string; level: keyof typeof level.codes }>).records.find((one) => one.id === orgCourseId)
  const [organisation] = (own as Found<{ orgName: string; orgShortName: string | null }>).records
  const word = offer ? (level.codes[offer.level][0].split('/')[0] ?? '') : ''
  return `${organisation?.orgShortName ?? organisation?.orgName ?? ''}${offer?.courseName ?? ''}${word}第${(before as Found<unknown>).total + 1}期`
}

/** The name of a class, which can be made up from institution, course and level. */
export function ClassNameControl({ value, onChange, id, disabled }: ControlProps) {
  const t = useTexts()
  const form = Form.useFormInstance()
  const orgCourseId = Form.useWatch('orgCourseId', form) as string | undefined
  return (
    <Space.Compact block>
      <Input id={id} disabled={disabled} value={(value as string | null) ?? ''} onChange={({ target }) => onChange?.(target.value)} autoComplete="off" />
      <Button disabled={disabled || !orgCourseId} title={orgCourseId ? undefined : t('page.nameNeedsCourse')} onClick={() => orgCourseId && void usualName(orgCourseId).then(onChange)}>
        {t('page.makeName')}
      </Button>
    </Space.Compact>
  )
}
