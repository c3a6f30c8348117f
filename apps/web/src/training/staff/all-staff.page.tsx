import { StaffList } from "./staff-list.tsx";

/** 学员 over all classes: an enterprise's own, those of all enterprises for the bureau. */
export default function AllStaffPage() {
  return <StaffList />;
}
