import { subsidyStatus } from "@jipei/contract/core/fields/codes.ts";
import { useState } from "react";
import { StatusTag } from "../../../core/format/status-tag.tsx";
import { useCall } from "../../../core/api/use-call.ts";
import type { ClaimSide } from "../../claims/claim-side.ts";
import { useTexts } from "../../texts.ts";

/** What else the person was trained in, certified for and paid for; asked for when opened. */
export function Experience({ call, studentId }: { call: ClaimSide["experience"]; studentId: string }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const found = useCall(call, { studentId }, { enabled: open });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("review.experience")}</summary>
      {found.data?.length === 0 && <p className="blank">{t("review.noExperience")}</p>}
      <ul className="experience">
        {found.data?.map((one, i) => (
          <li key={i}>
            <span className="numeric">{one.startDate}</span> {one.className} · {one.orgName}{" "}
            {one.certNo && <span className="unit">{one.certNo}</span>}
            {one.claimStatus && <StatusTag codes={subsidyStatus} value={one.claimStatus} />}
          </li>
        ))}
      </ul>
    </details>
  );
}
