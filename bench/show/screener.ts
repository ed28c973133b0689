import { lineCard } from "../../e2e/support/desk.ts";
import type { Audience, Guest } from "./audience.ts";
import type { Hand } from "./hand.ts";
import type { ShowClock } from "./show-clock.ts";
import { HOLD_TO_END_MS, readGuest, takeNext, untilFree } from "./take-next.ts";

const LISTENS_S = 8;
/** One of so many is thanked and sent away. */
const A_REFUSAL = 6;
const AGAIN_S = 4;

/** Takes one after the other, writes down who it is and what about, and verifies or declines. */
export async function screen(hand: Hand, audience: Audience, clock: ShowClock): Promise<void> {
  const guest = await takeNext(hand, audience, 1);
  if (guest === null) {
    return clock.pause(AGAIN_S);
  }
  await screenGuest(hand, guest, clock);
}

export async function screenGuest(hand: Hand, guest: Guest, clock: ShowClock): Promise<void> {
  await clock.pause(LISTENS_S);
  if (Number(guest.number.slice(-4)) % A_REFUSAL === 3) {
    return decline(hand, guest);
  }
  const caller = hand.page.getByRole("region", { name: "Caller", exact: true });
  await hand.click(caller.getByRole("textbox", { name: "Name" }));
  await hand.write(guest.name);
  await hand.press("Tab");
  await hand.write(guest.place);
  await hand.press("Tab");
  await hand.write(guest.point);
  await hand.press("Enter");
  hand.aim("verified", guest);
  await hand.click(caller.getByRole("button", { name: /^Verify/ }));
  await untilFree(hand, 1);
}

/** Off air: F9 twice. */
async function decline(hand: Hand, guest: Guest): Promise<void> {
  hand.aim("ended", guest);
  await hand.press("F9", "F9");
  await untilFree(hand, 1);
}

/** Something came between, as a caller who hung up: whoever is still on the line is thanked. */
export async function clearLine(hand: Hand, audience: Audience, line: 1 | 2): Promise<void> {
  const card = lineCard(hand.page, line);
  if (await card.getByText("No call").isVisible()) {
    return;
  }
  const guest = await readGuest(hand, audience, line);
  if (guest !== null) {
    hand.aim("ended", guest);
  }
  await hand.hold("F9", HOLD_TO_END_MS);
  await untilFree(hand, line);
}
