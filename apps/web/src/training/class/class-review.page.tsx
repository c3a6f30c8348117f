import { BureauClasses } from "./class-list.tsx";

/** Classes that wait for the bureau. */
export default function ClassReviewPage() {
  return <BureauClasses review />;
}
