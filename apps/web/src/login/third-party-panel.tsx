import { renderPath } from "@jipei/contract/auth/third-party.ts";
import { type Location, useLocation } from "react-router";
import { useLabel } from "../core/i18n/language.ts";
import { setStore } from "../core/session/storage.ts";
import { cameFrom } from "../core/session/third-party.ts";
import type { ThirdParty } from "./use-third-parties.ts";
import { useTexts } from "./third-party-texts.ts";

/** A button for each third party; it leads away from here. */
export default function ThirdPartyPanel({ parties }: { parties: readonly ThirdParty[] }) {
  const t = useTexts();
  const label = useLabel();
  const location: Location<unknown> = useLocation();
  // Where the user was going is not known any more when they come back.
  const remember = () => setStore({ name: cameFrom, content: location.state, type: "session" });
  return (
    <div className="login-parties">
      <p>{t("choose")}</p>
      {parties.map(({ source, name, nameEn }) => (
        <a key={source} className="plain-button" href={renderPath(source)} onClick={remember}>
          {t("with", { name: label([name, nameEn]) })}
        </a>
      ))}
    </div>
  );
}
