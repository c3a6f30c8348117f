import { InjuryList } from "./injury-list.tsx";

/** 工伤记录 of all enterprises, for the bureau. */
export default function InjuriesPage() {
  return <InjuryList />;
}
