import { ExperienceList } from "./experience-list.tsx";

export default function MyExperiencePage() {
  return <ExperienceList person />;
}
