import { TechnicianList } from "./technician-list.tsx";

/** 技能人才 of the own enterprise. */
export default function MyTechniciansPage() {
  return <TechnicianList own />;
}
