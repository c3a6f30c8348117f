import { TechnicianList } from "./technician-list.tsx";

/** 技能人才库, for the bureau. */
export default function TechniciansPage() {
  return <TechnicianList />;
}
