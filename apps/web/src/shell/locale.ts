import { use } from 'react'
import type { ConfigProviderProps } from 'antd'
import { useLanguage } from '../core/i18n/language.ts'
import type { Language } from '../core/i18n/language.ts'
import { alongLanguage } from '../core/i18n/texts.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>

const loaders: Record<Language, () => Promise<Locale>> = {
  zh: async () => (await import('antd/locale/zh_CN')).default,
  en: async () => (await import('antd/locale/en_US')).default,
}
const loads = new Map<Language, Promise<Locale>>()

/** Fetches them ahead of time, too. */
export function loadLocale(of: Language): Promise<Locale> {
  let loading = loads.get(of)
  if (!loading) {
    loading = loaders[of]()
    loads.set(of, loading)
    loading.catch(() => loads.delete(of))
  }
  return loading
}
alongLanguage(loadLocale)

/** antd's own words in the language of the user. */
export function useLocale(): Locale {
  return use(loadLocale(useLanguage()))
}
