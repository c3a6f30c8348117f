import { BureauClasses } from "./class-list.tsx";

export default function ClassIndexPage() {
  return <BureauClasses />;
}
