import { switchLanguage } from "./texts.ts";
import { useLanguage } from "./language.ts";

/** Names the other language in itself, as its readers look for it. */
export function LanguageSwitch({ className }: { className?: string }) {
  const other = useLanguage() === "zh" ? "en" : "zh";
  return (
    <button
      type="button"
      className={className}
      lang={other === "en" ? "en" : "zh-CN"}
      onClick={() => void switchLanguage(other)}
    >
      {other === "en" ? "English" : "中文"}
    </button>
  );
}
