import type { PageLink } from "@jipei/contract/pages.ts";

/** The review of a claim of either side. */
export const getReviewPage = ({ side, applyId }: { side: "1" | "2" | null; applyId: string | null }): PageLink =>
  side === "2" ? `/subsidy/ent/${applyId}` : `/subsidy/org/${applyId}`;
