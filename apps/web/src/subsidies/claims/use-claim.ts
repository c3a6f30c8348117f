import { enterpriseClaimCalls } from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { claimDetail } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { useCall } from "../../core/api/use-call.ts";
import type { WholeClaim } from "./claim-calls.ts";
import { enterpriseClaims, institutionClaims } from "./claim-side.ts";

interface Found {
  claim: WholeClaim | undefined;
  query: ReturnType<typeof useCall>;
}

/** A claim of an institution, as the pages of both sides show it. */
export function useInstitutionClaim(id: string): Found {
  const query = useCall(claimDetail, { id });
  const row = query.data;
  return { query, claim: row && { ...row, side: institutionClaims, unitName: row.orgName } };
}

/** The same of an enterprise. */
export function useEnterpriseClaim(id: string): Found {
  const query = useCall(enterpriseClaimCalls.detail, { id });
  const row = query.data;
  return { query, claim: row && { ...row, side: enterpriseClaims, unitName: row.entName } };
}
