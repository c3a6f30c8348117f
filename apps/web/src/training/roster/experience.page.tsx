import { ExperienceList } from "./experience-list.tsx";

export default function ExperiencePage() {
  return <ExperienceList />;
}
