import { useState } from "react";
import { chinaNow } from "../../core/format/dates.ts";
import type { NoteValues } from "./site-note.ts";
import { useTexts } from "./texts.ts";

interface Props {
  values: NoteValues;
  onChange: (values: Pick<NoteValues, "siteTime" | "siteLatitude" | "siteLongitude" | "siteAccuracy">) => void;
}

const nowhere = { siteLatitude: null, siteLongitude: null, siteAccuracy: null };
/** Milliseconds that the phone has to find out where it is. */
const patience = 20_000;

/** Time and place by the phone, read only when its user says so. */
export function Place({ values, onChange }: Props) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    const place = await locate();
    onChange({ siteTime: chinaNow(), ...(place ?? nowhere) });
    setBusy(false);
  };
  const { siteTime, siteLatitude, siteLongitude, siteAccuracy } = values;
  return (
    <fieldset className="on-site-place">
      <legend>{t("place")}</legend>
      <p>{t("placeConsent")}</p>
      {siteTime && (
        <p role="status">
          {siteTime}
          <br />
          {siteLatitude && siteLongitude
            ? t("placeAt", { latitude: siteLatitude, longitude: siteLongitude, accuracy: siteAccuracy ?? "—" })
            : t("noPlace")}
        </p>
      )}
      <div className="on-site-actions">
        <button type="button" className="plain-button" disabled={busy} onClick={() => void take()}>
          {t("takePlace")}
        </button>
        {siteTime && (
          <button type="button" className="plain-button" onClick={() => onChange({ siteTime: null, ...nowhere })}>
            {t("dropPlace")}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** Where the phone is; null where it does not know, may not say, or the page was reached without https. */
const locate = (): Promise<Omit<Parameters<Props["onChange"]>[0], "siteTime"> | null> =>
  new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          siteLatitude: coords.latitude.toFixed(6),
          siteLongitude: coords.longitude.toFixed(6),
          siteAccuracy: Math.ceil(coords.accuracy),
        }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: patience, maximumAge: 0 },
    );
  });
