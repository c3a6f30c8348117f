import { becomes } from "../../acts.ts";
import { submitClaim } from "../claim.ts";
import { size } from "../roster.ts";
import type { Story } from "../story.ts";

/** The claim is a draft of a job once the certificates are out: the enterprise finds it in the class, adds the documents and submits it. */
export async function completeClaim(story: Story): Promise<void> {
  const { words } = story;
  const desk = await story.at("enterprise");
  await becomes(
    async () =>
      (await story.product.sql("select from subsidy_application where class_id = $1", [await story.classId()])).length,
    1,
    "the claim is filled in once the certificates are out",
  );
  await desk.open(story.side.ownClaims);
  await desk.view(story.className);
  await desk.page.waitForURL(/\/ent\/subsidy\/\d+/);
  await desk.pane.getByText(words.text("subsidies.claim.people", { n: size - 1 })).waitFor();
  await desk.check();
  await submitClaim(story, desk);
}
