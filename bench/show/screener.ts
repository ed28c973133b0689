import { lineCard } from "../../e2e/support/desk.ts";
import type { Audience, ScriptedCaller } from "./audience.ts";
import type { Hand } from "./hand.ts";
import type { ShowClock } from "./show-clock.ts";
import { HOLD_TO_END_MS, readCaller, takeNext, untilFree } from "./take-next.ts";

const LISTENS_S = 8;
/** One caller in this many is declined. */
const A_REFUSAL = 6;
const AGAIN_S = 4;

/** Takes one caller after the other, notes name and point, and verifies or declines the caller. */
export async function screen(hand: Hand, audience: Audience, clock: ShowClock): Promise<void> {
  const caller = await takeNext(hand, audience, 1);
  if (caller === null) {
    return clock.pause(AGAIN_S);
  }
  await screenCaller(hand, caller, clock);
}

export async function screenCaller(
  hand: Hand,
  caller: ScriptedCaller,
  clock: ShowClock,
): Promise<void> {
  await clock.pause(LISTENS_S);
  if (Number(caller.number.slice(-4)) % A_REFUSAL === 3) {
    return decline(hand, caller);
  }
  const panel = hand.page.getByRole("region", { name: "Caller", exact: true });
  await hand.click(panel.getByRole("textbox", { name: "Name" }));
  await hand.write(caller.name);
  await hand.press("Tab");
  await hand.write(caller.suburb);
  await hand.press("Tab");
  await hand.write(caller.point);
  await hand.press("Enter");
  hand.aim("verified", caller);
  await hand.click(panel.getByRole("button", { name: /^Verify/ }));
  await untilFree(hand, 1);
}

/** Ends the caller's call; off air this needs two presses of F9. */
async function decline(hand: Hand, caller: ScriptedCaller): Promise<void> {
  hand.aim("ended", caller);
  await hand.press("F9", "F9");
  await untilFree(hand, 1);
}

/**
 * Ends any call that is still on the line after an interruption, for example when a caller hung
 * up.
 */
export async function clearLine(hand: Hand, audience: Audience, line: 1 | 2): Promise<void> {
  const card = lineCard(hand.page, line);
  if (await card.getByText("No call").isVisible()) {
    return;
  }
  const caller = await readCaller(hand, audience, line);
  if (caller !== null) {
    hand.aim("ended", caller);
  }
  await hand.hold("F9", HOLD_TO_END_MS);
  await untilFree(hand, line);
}
