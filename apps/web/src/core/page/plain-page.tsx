import type { ReactNode } from "react";
import { type Address, Link } from "./link.ts";
import { LanguageSwitch } from "../i18n/language-switch.tsx";
import { Logo } from "../ui/logo.tsx";
import "./plain.css";

interface Props {
  /** The link of the product's name; none where left out. */
  home?: Address;
  /** Shown beside the language switch. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A page without the shell: name and language on top. */
export function PlainPage({ home, tools, children }: Props) {
  return (
    <div className="plain">
      <header className="plain-bar">
        {home ? (
          <Link to={home} className="plain-home">
            <Logo />
          </Link>
        ) : (
          <Logo />
        )}
        <span className="plain-tools">
          <LanguageSwitch className="plain-button" />
          {tools}
        </span>
      </header>
      {children}
    </div>
  );
}
