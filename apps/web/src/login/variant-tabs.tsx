import type { LoginVariant } from '../core/sign-in.ts'
import { TabList } from '../core/tab-list.tsx'
import { useTexts } from './texts.ts'

const variants: readonly LoginVariant[] = ['business', 'institution', 'student', 'phone']

/** Who signs in. */
export function VariantTabs({ value, onChange }: { value: LoginVariant; onChange: (variant: LoginVariant) => void }) {
  const t = useTexts()
  return <TabList id="login" className="login-tabs" label={t('variants')} items={variants.map((key) => ({ key, label: t(`${key}.tab`) }))} active={value} onChange={onChange} panelOf={() => 'login-panel'} />
}
