import { OwnStaffClasses } from "./staff-class-list.tsx";

/** 企业班级 of an enterprise. */
export default function MyStaffClassesPage() {
  return <OwnStaffClasses />;
}
