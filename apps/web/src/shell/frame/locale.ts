import type { ConfigProviderProps } from "antd";
import enUS from "antd/es/locale/en_US";
import zhCN from "antd/es/locale/zh_CN";
import { useLanguage } from "../../core/i18n/language.ts";
import type { Language } from "../../core/i18n/language.ts";

type Locale = NonNullable<ConfigProviderProps["locale"]>;

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

/** Both at once: antd itself brings the English one, and another file for the Chinese one would cost more than its two kilobytes. */
const locales: Record<Language, Locale> = { zh: namedByTheirText(zhCN), en: namedByTheirText(enUS) };

/** antd's own words in the language of the user. */
export const useLocale = (): Locale => locales[useLanguage()];
