import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { TelephoneDesk } from "../support/telephone-desk.ts";

const HOURS_MS = 7 * 3_600_000;

let desk: TelephoneDesk;

beforeEach(async () => {
  desk = await TelephoneDesk.open();
  onTestFinished(() => desk.close());
});

async function pass(ms: number): Promise<void> {
  desk.clock.push(ms);
  await desk.feature.monitor.tick();
  await desk.service.settle();
}

describe.each([
  ["forward", HOURS_MS],
  ["back", -HOURS_MS],
])("the machine's clock steps %s by hours", (_direction, stepMs) => {
  test("and the telephony service is still checked and reported", async () => {
    desk.clock.setBy(stepMs);
    desk.service.isAway = true;
    await pass(1_000);
    expect(desk.feature.monitor.isReady).toBe(false);
    await pass(6_000);

    expect((await desk.events()).at(-1)).toMatchObject({
      type: "station.telephony",
      state: "down",
    });
  });

  test("and calls are still reconciled, even calls from before the step", async () => {
    const { owner } = desk.people;
    const { id, sid } = await desk.converse(owner);
    desk.clock.setBy(stepMs);

    desk.service.isSilent = true;
    await desk.service.drop(sid);
    desk.service.isSilent = false;
    for (let round = 0; round < 3; round += 1) {
      await pass(31_000);
    }

    expect((await desk.call(id)).desk.status).toBe("ended");
  });

  test("and no claim keeps its call for hours", async () => {
    const { screener, producer } = desk.people;
    const { id } = await desk.ring();
    await desk.handle(screener, id, "accept");
    desk.clock.setBy(stepMs);
    await pass(16_000);

    const accepted = await desk.handle(producer, id, "accept");

    expect(accepted.status).toBe(200);
    const { sid } = await desk.service.connect(producer.id, accepted.claim?.id ?? "");
    await desk.service.settle();
    expect((await desk.call(id)).desk).toMatchObject({ status: "screening" });
    expect(desk.service.calls.has(sid)).toBe(true);
  });
});
