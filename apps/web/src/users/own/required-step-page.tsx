import type { ReactNode } from "react";
import { PlainPage } from "../../core/page/plain-page.tsx";
import { signOut } from "../../core/session/sign-in.ts";
import { useTexts } from "../texts.ts";
import "../users.css";

/** Stands where the product would: what has to be done before anything else. One may still log out. */
export function RequiredStepPage({ title, why, children }: { title: string; why: string; children: ReactNode }) {
  const t = useTexts();
  return (
    <PlainPage
      tools={
        <button type="button" className="plain-button" onClick={() => void signOut()}>
          {t("factor.logOut")}
        </button>
      }
    >
      <main className="own-page own-page-alone factor-alone">
        <h1>{title}</h1>
        <p>{why}</p>
        {children}
      </main>
    </PlainPage>
  );
}
