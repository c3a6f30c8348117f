import { OwnEnterpriseTests } from "./enterprise-test-list.tsx";

/** 考核申请 of an enterprise. */
export default function MyEnterpriseTestsPage() {
  return <OwnEnterpriseTests />;
}
