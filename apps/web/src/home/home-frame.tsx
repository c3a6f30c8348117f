import type { ReactNode } from "react";
import { chinaToday, formatLongDate } from "../core/format/dates.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { useSession } from "../core/session/session.ts";
import { QuickLinks } from "./quick-links.tsx";
import { useTexts } from "./texts.ts";
import "../core/theme/common.css";
import "./home.css";

/** What all home pages share: greeting and date on top, the ways into the menu below what the audience sees of its own. */
export function HomeFrame({ children }: { children?: ReactNode }) {
  const t = useTexts();
  const { info } = useSession();
  return (
    <>
      <PageHeader title={t("greeting", { name: info?.nick_name ?? "" })} subtitle={formatLongDate(chinaToday())} />
      {children}
      <QuickLinks />
    </>
  );
}
