import type { ReactNode } from "react";
import { Link } from "react-router";
import { LanguageSwitch } from "./language-switch.tsx";
import { Logo } from "./logo.tsx";
import "./plain.css";

interface Props {
  /** Where the name of the product leads; nowhere unless told. */
  home?: string;
  /** Beside the language. */
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
