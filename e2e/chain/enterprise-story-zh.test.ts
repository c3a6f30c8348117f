import { tellEnterpriseStory } from "./enterprise-story.ts";

tellEnterpriseStory("zh");
