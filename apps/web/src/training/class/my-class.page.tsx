import { InstitutionClasses } from "./class-list.tsx";

export default function MyClassPage() {
  return <InstitutionClasses />;
}
