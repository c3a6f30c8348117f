import { OwnEnterpriseClaims } from "./enterprise-claim-list.tsx";

/** 补贴申请 of an enterprise. */
export default function MyEnterpriseClaimsPage() {
  return <OwnEnterpriseClaims />;
}
