import { useLocation } from "react-router";
import { useSession } from "../../core/session/session.ts";
import { isOutside, trail } from "../menu/menu-tree.ts";
import { useTexts } from "../texts.ts";
import { useTitles } from "../tabs/titles.ts";

/**
 * /myiframe/{routerPath}: an external page inside the product. Its address is the menu entry's; one from the address bar would let
 * an attacker show any page under our name.
 */
export default function FramePage() {
  const t = useTexts();
  const { pathname } = useLocation();
  const { menus } = useSession();
  const title = useTitles()({ path: pathname, title: null });
  const entry = trail(menus ?? [], pathname).at(-1);
  if (!entry || !isOutside(entry)) return <p className="page-failure">{t("frame.failed")}</p>;
  return (
    <div className="frame-page">
      <h1 className="visually-hidden">{title}</h1>
      <iframe
        src={entry.path}
        title={title}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-forms allow-popups allow-same-origin allow-downloads"
      />
    </div>
  );
}
