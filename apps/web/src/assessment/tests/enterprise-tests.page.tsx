import { BureauEnterpriseTests } from "./enterprise-test-list.tsx";

/** 考核申请(企业) as the bureau decides on them. */
export default function EnterpriseTestsPage() {
  return <BureauEnterpriseTests />;
}
