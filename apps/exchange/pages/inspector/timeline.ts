import type { FrameView, SipView, StepView, WebhookView } from "../../src/inspector/feed-events.ts";
import { drawList } from "./dom.ts";
import { drawFrame, drawMessage, drawStep, drawWebhook } from "./entry-rows.ts";
import { holds } from "./find.ts";
import type { State } from "./state.ts";

const SHOWN_OF_EVERYTHING = 300;

/** Something that happened, whichever way it was seen. */
export interface Entry {
  key: string;
  at: string;
  /** What is drawn of it; it is drawn anew only when this changes. */
  version: string;
  /** Since the one before it in time; null for the first. */
  sinceMs: number | null;
  source: object;
  draw: (sinceMs: number | null) => HTMLElement;
}

type Found = Omit<Entry, "sinceMs">;

export const webhookEntry = (webhook: WebhookView): Found => ({
  key: `w${webhook.id}`,
  at: webhook.at,
  version: `${webhook.attempts.length} ${webhook.attempts.at(-1)?.tookMs}`,
  source: webhook,
  draw: (sinceMs) => drawWebhook(webhook, sinceMs),
});

export const frameEntry = (frame: FrameView): Found => ({
  key: `f${frame.id}`,
  at: frame.at,
  version: frame.callSid ?? "",
  source: frame,
  draw: (sinceMs) => drawFrame(frame, sinceMs),
});

const messageEntry = (message: SipView): Found => ({
  key: `m${message.id}`,
  at: message.at,
  version: "",
  source: message,
  draw: (sinceMs) => drawMessage(message, sinceMs),
});

/** Everything of the call in the order in which it happened. */
export function drawTimeline(list: HTMLElement, state: State): void {
  const call = state.chosenCall();
  // The requests themselves stand below, with more to say than the log.
  const log = (call?.log ?? []).filter(({ type }) => type !== "webhook.sent");
  const steps = log.map((step, index) => stepEntry(step, `s${call?.sid}-${step.at}-${index}`));
  const entries = [
    ...steps,
    ...state.listWebhooks().map(webhookEntry),
    ...state.listFrames().map(frameEntry),
    ...state.listSip().map(messageEntry),
  ];
  drawEntries(list, entries, state);
}

function stepEntry(step: StepView, key: string): Found {
  const draw = (sinceMs: number | null): HTMLElement => drawStep(step, sinceMs);
  return { key, at: step.at, version: "", source: step, draw };
}

/** One call is read from its beginning; everything, from what was last. */
export function drawEntries(list: HTMLElement, found: Found[], state: State): void {
  const sorted = found.toSorted((one, other) => one.at.localeCompare(other.at));
  const timed = sorted.map((entry, index): Entry => {
    const before = sorted[index - 1];
    const sinceMs = before === undefined ? null : Date.parse(entry.at) - Date.parse(before.at);
    return { ...entry, sinceMs };
  });
  const wanted = timed.filter(({ source }) => holds(source, state.wanted));
  const shown = state.chosen === null ? wanted.slice(-SHOWN_OF_EVERYTHING).toReversed() : wanted;
  drawList(list, shown, {
    key: ({ key }) => key,
    version: ({ version, sinceMs }) => `${version} ${sinceMs}`,
    draw: ({ draw, sinceMs }) => draw(sinceMs),
  });
}
