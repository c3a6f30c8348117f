import { InjuryList } from "./injury-list.tsx";

/** 工伤记录 of the own enterprise. */
export default function MyInjuriesPage() {
  return <InjuryList own />;
}
