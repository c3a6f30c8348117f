import { EmploymentList } from "./employment-list.tsx";

/** 培训后就业. */
export default function EmploymentPage() {
  return <EmploymentList />;
}
