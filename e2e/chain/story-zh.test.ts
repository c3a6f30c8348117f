import { tellInstitutionStory } from "./institution-story.ts";

tellInstitutionStory("zh");
