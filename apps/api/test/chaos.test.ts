// Slow: one failure after the other hits real servers under eleven kinds of writes, and each time everything must recover.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Campaign, type Figures } from "./chaos/campaign.ts";
import { Installation } from "./chaos/installation.ts";
import { type Scenario, fullDisk, rollingRestart, scenarios } from "./chaos/scenarios.ts";
import { SmallDisk } from "./database/small-disk.ts";

/** Real server processes under eleven kinds of writes, and the failures that hit them. `npm run chaos` runs longer and prints the figures. */
const isLong = process.env.CHAOS_LONG === "1";
const { rounds, pause, lockFor, signUps } = isLong
  ? { rounds: 10, pause: 3_000, lockFor: 60_000, signUps: 2_000 }
  : { rounds: 1, pause: 400, lockFor: 3_000, signUps: 100 };

const disk = new SmallDisk(isLong ? 4_000 : 1_200);
const installation = new Installation({}, disk.isMounted ? join(disk.folder, "data") : undefined);
let campaign: Campaign;

before(async () => {
  await installation.addNode();
  campaign = await Campaign.on(installation, signUps);
});
after(async () => {
  await installation.close();
  disk.remove();
});

async function survives({ name, strike, mayBreak, mayRefuse, rounds: most = rounds }: Scenario): Promise<void> {
  const figures = await campaign.run(name, () => strike(campaign), { rounds: Math.min(most, rounds), pause });
  if (isLong) console.log(getLine(figures));
  const { seen, acknowledged, lost, half } = figures;
  assert.deepEqual({ lost, half, unexpected: seen.unexpected }, { lost: [], half: [], unexpected: [] });
  if (!mayBreak) assert.deepEqual(seen.broken, [], "no connection broke");
  if (!mayRefuse) assert.equal(seen.unavailable, 0, "no request was refused with a retry");
  assert.ok(acknowledged > 0);
}

const getLine = ({ scenario, rounds, seen, acknowledged, lost, half, slowest }: Figures): string =>
  `${scenario}: ${rounds} rounds, ${seen.requests} requests (${seen.unavailable} asked to retry, ${seen.broken.length} broken), ${acknowledged} writes acknowledged so far, ${lost.length} lost, ${half.length} half done, back within ${(slowest / 1000).toFixed(1)} s`;

describe("under eleven kinds of writes, servers lose nothing acknowledged, leave nothing half done and recover by themselves after", () => {
  for (const scenario of scenarios(lockFor)) it(scenario.name, () => survives(scenario));

  it("disk full", { skip: !disk.isMounted && "no file system can be mounted here" }, () => survives(fullDisk(disk)));

  it(rollingRestart.name, async () => {
    await installation.addNode();
    await survives(rollingRestart);
  });

  it("every kind of write was acknowledged", async () => {
    const { acknowledged } = await campaign.look(installation, campaign.expected());
    assert.ok(acknowledged > campaign.writes.length);
  });
});
