import { use } from "react";
import type { ConfigProviderProps } from "antd";
import { useLanguage } from "../../core/i18n/language.ts";
import type { Language } from "../../core/i18n/language.ts";
import { alongLanguage } from "../../core/i18n/texts.ts";

type Locale = NonNullable<ConfigProviderProps["locale"]>;

const loaders: Record<Language, () => Promise<Locale>> = {
  zh: async () => namedByTheirText((await import("antd/es/locale/zh_CN")).default),
  en: async () => namedByTheirText((await import("antd/es/locale/en_US")).default),
};

/** Year and month over a calendar say what they show. antd names them «choose a year», which nobody can say who speaks what is on screen (WCAG 2.5.3). */
function namedByTheirText(locale: Locale): Locale {
  const { DatePicker } = locale;
  return DatePicker
    ? {
        ...locale,
        DatePicker: { ...DatePicker, lang: { ...DatePicker.lang, yearSelect: "", monthSelect: "", decadeSelect: "" } },
      }
    : locale;
}
const loads = new Map<Language, Promise<Locale>>();

/** Fetches them ahead of time, too. */
export function loadLocale(of: Language): Promise<Locale> {
  let loading = loads.get(of);
  if (!loading) {
    loading = loaders[of]();
    loads.set(of, loading);
    loading.catch(() => loads.delete(of));
  }
  return loading;
}
alongLanguage(loadLocale);

/** antd's own words in the language of the user. */
export function useLocale(): Locale {
  return use(loadLocale(useLanguage()));
}
