import { StaffList } from "./staff-list.tsx";

/** 学员 of an enterprise, over all its classes. */
export default function MyStaffPage() {
  return <StaffList />;
}
