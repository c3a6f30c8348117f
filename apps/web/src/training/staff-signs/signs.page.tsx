import { SignList } from "./sign-list.tsx";

/** 企业报名: what all enterprises sent to institutions. */
export default function SignsPage() {
  return <SignList />;
}
