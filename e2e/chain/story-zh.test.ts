import { tellStory } from "./tell-story.ts";

tellStory("zh");
