import { lineCard } from "../../e2e/support/desk.ts";
import type { Audience, ScriptedCaller } from "./audience.ts";
import type { Hand } from "./hand.ts";

/** The length of a press that surely ends a call. */
export const HOLD_TO_END_MS = 750;
const CONNECTED_WITHIN_MS = 20_000;

/** Presses F2 for the caller on the button. Returns `null` without a caller or a call. */
export async function takeNext(
  hand: Hand,
  audience: Audience,
  line: 1 | 2,
): Promise<ScriptedCaller | null> {
  const words = await hand.page.getByRole("button", { name: /^Take next/ }).textContent();
  const named = audience.find(/^Take next: (.+?)(?:F2)?$/.exec(words ?? "")?.[1] ?? "");
  if (named === undefined) {
    return null;
  }
  hand.aim("taken", named);
  await hand.press("F2");
  return untilConnected(hand, audience, line);
}

/** Resolves with the caller on the line when sound flows in both directions. */
export async function untilConnected(
  hand: Hand,
  audience: Audience,
  line: 1 | 2,
): Promise<ScriptedCaller | null> {
  const card = lineCard(hand.page, line);
  try {
    await card
      .getByText(/^On (?:line \d|air)$/)
      .first()
      .waitFor({ timeout: CONNECTED_WITHIN_MS });
    const caller = await readCaller(hand, audience, line);
    if (caller !== null) {
      audience.noteAnswered(caller);
    }
    return caller;
  } catch {
    // A colleague was faster, or the caller hung up, so the next one follows.
    return null;
  }
}

/** Reads the caller by the number on the card, because the name can still be missing then. */
export async function readCaller(
  hand: Hand,
  audience: Audience,
  line: 1 | 2,
): Promise<ScriptedCaller | null> {
  const words = await lineCard(hand.page, line).innerText();
  const [shown = ""] = /02 7010 \d{4}/.exec(words) ?? [];
  return audience.find(shown) ?? null;
}

/** Waits until the line is free. */
export function untilFree(hand: Hand, line: 1 | 2): Promise<void> {
  return lineCard(hand.page, line).getByText("No call").waitFor({ timeout: 15_000 });
}
