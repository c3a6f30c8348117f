import {
  CheckCircleOutlined,
  DownOutlined,
  HomeOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { Suspense, useState } from "react";
import { Link } from "../../core/page/link.ts";
import { findPage } from "../../core/page/registry.ts";
import { useSession } from "../../core/session/session.ts";
import { chooseScheme, schemeChoices, useSchemeChoice } from "../../core/theme/scheme.ts";
import { signOut } from "../../core/session/sign-in.ts";
import { useFileUrl } from "../../core/files/use-file-url.ts";
import { usePhone } from "../../core/ui/use-width.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Popover } from "../top-bar/popover.tsx";
import { useTexts } from "../texts.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";

const Confirm = lazyPart(() => import("../../core/dialog/dialog.tsx").then(({ Confirm }) => Confirm));

/** The page with the user's own data, and the one that tests browser and connection. */
const ownPages = [
  { path: "/info/index", icon: <UserOutlined /> },
  { path: "/test/index", icon: <CheckCircleOutlined /> },
] as const;

/** Department and name of the user, with the way home and out. @param onHelp opens the help of the page, for which a phone has no button */
export function UserMenu({ onHelp }: { onHelp?: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const phone = usePhone();
  const { info } = useSession();
  const [asking, setAsking] = useState(false);
  if (!info) return null;
  return (
    <>
      <Popover
        className="user-button"
        button={
          <>
            <Avatar link={info.avatar} />
            <span className={phone ? "visually-hidden" : "user-names"}>
              <span className="user-dept">{info.dept_name}</span> <span>{info.nick_name}</span>
            </span>
            <span className="visually-hidden">{t("user.menu")}</span>
            <DownOutlined className="user-arrow" />
          </>
        }
      >
        {(close) => (
          <>
            <div className="popover-note">
              <strong>{info.nick_name}</strong>
              <br />
              {info.username}
              {phone && info.dept_name && (
                <>
                  <br />
                  {info.dept_name}
                </>
              )}
            </div>
            <Link className="popover-item" to="/" onClick={close}>
              <HomeOutlined /> {t("home")}
            </Link>
            {ownPages.map(({ path, icon }) => {
              const title = findPage(path)?.title;
              return (
                title && (
                  <Link key={path} className="popover-item" to={path} onClick={close}>
                    {icon} {label(title)}
                  </Link>
                )
              );
            })}
            {onHelp && (
              <button
                type="button"
                className="popover-item"
                onClick={() => {
                  close();
                  onHelp();
                }}
              >
                <QuestionCircleOutlined /> {t("top.help")}
              </button>
            )}
            <SchemeChoices />
            <button
              type="button"
              className="popover-item"
              onClick={() => {
                close();
                setAsking(true);
              }}
            >
              <LogoutOutlined /> {t("user.logOut")}
            </button>
          </>
        )}
      </Popover>
      {asking && (
        <Suspense fallback={null}>
          <LogOutQuestion onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Light, dark, or as the device says. */
function SchemeChoices() {
  const t = useTexts();
  const chosen = useSchemeChoice();
  return (
    <fieldset className="scheme-choices">
      <legend className="visually-hidden">{t("scheme.label")}</legend>
      {schemeChoices.map((one) => (
        <label key={one}>
          <input type="radio" name="scheme" checked={one === chosen} onChange={() => chooseScheme(one)} />
          {t(`scheme.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

function LogOutQuestion({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  return (
    <Confirm
      open
      title={t("user.confirm")}
      okText={t("user.logOut")}
      busy={busy}
      onClose={onClose}
      onOk={() => {
        setBusy(true);
        void signOut();
      }}
    >
      {t("user.confirmText")}
    </Confirm>
  );
}

function Avatar({ link }: { link: string | null }) {
  const url = useFileUrl(link);
  if (url) return <img className="user-avatar" src={url} alt="" />;
  return (
    <span className="user-avatar">
      <UserOutlined />
    </span>
  );
}
