import { type MendPlace, getMends, mendPlaces } from "@jipei/contract/core/mends.ts";
import { createContext, use } from "react";
import { useLabel } from "../i18n/language.ts";
import { Link } from "../page/link.ts";
import type { Address } from "../page/link.ts";
import { can } from "../session/session.ts";
import "./mending.css";

/** Where on the page in front, or by which button of it, refusals are put right. */
export type MendPlaces = Readonly<Partial<Record<MendPlace, Address | (() => void)>>>;
export const Mending = createContext<MendPlaces>({});

/** Places that every page of an institution can lead to, and every page of an enterprise. */
const ofInstitutions: MendPlaces = {
  institution: "/my/org/info",
  teachers: "/my/org/teacher",
};
const ofEnterprises: MendPlaces = { record: "/ent/total" };

const getEverywhere = (): MendPlaces => {
  if (can("org_edit")) return ofInstitutions;
  return can("enterprise_subsidy_apply_commit") ? ofEnterprises : {};
};

/** What a refusal says, with the link or button that mends it. The only way a refusal is shown. */
export function RefusalText({ code, text }: { code: string; text: string }) {
  const label = useLabel();
  const here = use(Mending);
  const places = { ...getEverywhere(), ...here };
  const place = getMends(code).find((one) => places[one] !== undefined);
  const way = place && places[place];
  return (
    <>
      {text}
      {place && way && (
        <>
          {" "}
          {typeof way === "string" ? (
            <Link to={way} className="mend">
              {label(mendPlaces[place])}
            </Link>
          ) : (
            <button type="button" className="link-button mend" onClick={way}>
              {label(mendPlaces[place])}
            </button>
          )}
        </>
      )}
    </>
  );
}
