import { RegistrationList } from "./registration-list.tsx";

/** 竞赛报名, for the bureau. */
export default function RegistrationsPage() {
  return <RegistrationList />;
}
