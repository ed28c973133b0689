import type { Audience } from "./audience.ts";
import type { Hand } from "./hand.ts";
import type { ShowClock } from "./show-clock.ts";
import { HOLD_TO_END_MS, takeNext, untilFree } from "./take-next.ts";

const ON_AIR_S = 70;
const BETWEEN_S = 12;
/** One caller in this many waits for the news, on hold. */
const A_HOLD = 5;

/** Takes the next caller to air, talks, and ends the call by a long press of the key. */
export async function present(hand: Hand, audience: Audience, clock: ShowClock): Promise<void> {
  const caller = await takeNext(hand, audience, 2);
  if (caller === null) {
    return clock.pause(4);
  }
  const index = Number(caller.number.slice(-4));
  await clock.pause(ON_AIR_S / 2 + (index % 4) * 5);
  if (index % A_HOLD === 0) {
    await hand.press("F4");
    await clock.pause(15);
    await hand.press("F4");
  }
  await clock.pause(ON_AIR_S / 2);
  hand.aim("ended", caller);
  await hand.hold("F9", HOLD_TO_END_MS);
  await untilFree(hand, 2);
  await clock.pause(BETWEEN_S);
}
