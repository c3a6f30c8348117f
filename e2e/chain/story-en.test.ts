import { tellInstitutionStory } from "./institution-story.ts";

tellInstitutionStory("en");
