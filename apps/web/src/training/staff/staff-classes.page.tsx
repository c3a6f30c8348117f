import { BureauStaffClasses } from "./staff-class-list.tsx";

/** 企业班级 as the bureau reviews them. */
export default function StaffClassesPage() {
  return <BureauStaffClasses />;
}
