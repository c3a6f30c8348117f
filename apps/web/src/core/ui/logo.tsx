import { productName } from "../session/constants.ts";
import { useLabel } from "../i18n/language.ts";
import "./logo.css";

/** The mark (three rising steps: the levels of a skill), with the product's name beside it; `bare` shows the mark alone. */
export function Logo({ bare = false }: { bare?: boolean }) {
  const label = useLabel();
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="6" fill="var(--accent)" />
        <path d="M7 24v-6h4.5v6zM13.75 24V13h4.5v11zM20.5 24V8H25v16z" fill="#fff" />
      </svg>
      <span className={bare ? "visually-hidden" : "logo-name"}>{label(productName)}</span>
    </span>
  );
}
