import type { CallView } from "../../src/control/call-views.ts";
import type { FrameView, SipView, WebhookView } from "../../src/dev/inspector/feed-events.ts";
import { drawList } from "./dom.ts";
import { drawFrame, drawMessage, drawStep, drawWebhook } from "./entry-rows.ts";
import { isFrameFault, isMessageFault, isStepFault, isWebhookFault } from "./faults.ts";
import { matchesSearch } from "./find.ts";
import { shortSid } from "./format.ts";
import type { State } from "./state.ts";

const MAX_UNFILTERED_ENTRIES = 300;

/** Something that happened, whichever way it was seen. */
export interface Entry {
  key: string;
  at: string;
  /** What is drawn of it; it is drawn anew only when this changes. */
  version: string;
  /** Since the one before it in time; null for the first. */
  sinceMs: number | null;
  source: object;
  isFault: boolean;
  draw: (sinceMs: number | null) => HTMLElement;
}

type UntimedEntry = Omit<Entry, "sinceMs">;

export function webhookEntry(webhook: WebhookView): UntimedEntry {
  return {
    key: `w${webhook.id}`,
    at: webhook.at,
    version: `${webhook.attempts.length} ${webhook.attempts.at(-1)?.tookMs}`,
    source: webhook,
    isFault: isWebhookFault(webhook),
    draw: (sinceMs) => drawWebhook(webhook, sinceMs),
  };
}

export function frameEntry(frame: FrameView): UntimedEntry {
  return {
    key: `f${frame.id}`,
    at: frame.at,
    version: frame.callSid ?? "",
    source: frame,
    isFault: isFrameFault(frame),
    draw: (sinceMs) => drawFrame(frame, sinceMs),
  };
}

function messageEntry(message: SipView): UntimedEntry {
  return {
    key: `m${message.id}`,
    at: message.at,
    version: "",
    source: message,
    isFault: isMessageFault(message),
    draw: (sinceMs) => drawMessage(message, sinceMs),
  };
}

/** Everything of the call in the order in which it happened. */
export function drawTimeline(list: HTMLElement, state: State): void {
  const isOfMany = state.selectedSid === null;
  const entries = [
    ...callsWithSteps(state).flatMap((call) => stepEntries(call, isOfMany)),
    ...state.listWebhooks().map(webhookEntry),
    ...state.listFrames().map(frameEntry),
    ...state.listSip().map(messageEntry),
  ];
  drawEntries(list, entries, state);
}

/** The steps of all calls at once would say too much; their errors do not. */
function callsWithSteps(state: State): CallView[] {
  const call = state.selectedCall();
  if (call !== null) {
    return [call];
  }
  return state.showsFaultsOnly && state.selectedSid === null ? state.listCalls() : [];
}

function stepEntries({ sid, log }: CallView, isOfMany: boolean): UntimedEntry[] {
  // The requests themselves stand below, with more to say than the log.
  const steps = log.filter(({ type }) => type !== "webhook.sent");
  return steps.map((step, index) => ({
    key: `s${sid}-${step.at}-${index}`,
    at: step.at,
    version: "",
    source: step,
    isFault: isStepFault(step),
    draw: (sinceMs) => drawStep(step, sinceMs, isOfMany ? shortSid(sid) : ""),
  }));
}

/** One call is read from its beginning; everything, from what was last. */
export function drawEntries(list: HTMLElement, found: UntimedEntry[], state: State): void {
  const sorted = found.toSorted((one, other) => one.at.localeCompare(other.at));
  const timed = sorted.map((entry, index): Entry => {
    const before = sorted[index - 1];
    const sinceMs = before === undefined ? null : Date.parse(entry.at) - Date.parse(before.at);
    return { ...entry, sinceMs };
  });
  const wanted = timed.filter(
    ({ source, isFault }) =>
      (isFault || !state.showsFaultsOnly) && matchesSearch(source, state.searchText),
  );
  const shown =
    state.selectedSid === null ? wanted.slice(-MAX_UNFILTERED_ENTRIES).toReversed() : wanted;
  drawList(list, shown, {
    key: ({ key }) => key,
    version: ({ version, sinceMs }) => `${version} ${sinceMs}`,
    draw: ({ draw, sinceMs }) => draw(sinceMs),
  });
}
