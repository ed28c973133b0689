import type {
  AttemptView,
  FrameView,
  SipView,
  StepView,
  WebhookView,
} from "../../src/inspector/feed-events.ts";
import { byId, drawList, el } from "./dom.ts";
import { drawLadders } from "./ladder.ts";
import type { State, Tab } from "./state.ts";
import { clockTime, pathOf, shortSid } from "./words.ts";

/** Draws the panel of the tab that is chosen. */
export function drawPanel(state: State): void {
  const panel = byId("panel");
  if (panel.dataset["tab"] !== state.tab) {
    panel.dataset["tab"] = state.tab;
    panel.replaceChildren(el("div", { class: "rows" }));
  }
  panel.setAttribute("aria-labelledby", `tab-${state.tab}`);
  const list = panel.firstElementChild;
  if (!(list instanceof HTMLElement)) return;
  DRAW[state.tab](list, state);
  panel.classList.toggle("empty", list.childElementCount === 0);
}

const DRAW: Record<Tab, (list: HTMLElement, state: State) => void> = {
  timeline: drawTimeline,
  webhooks: (list, state) => drawList(list, state.listWebhooks().toReversed(), webhookList),
  signalling: (list, state) => drawList(list, state.listFrames().toReversed(), frameList),
  sip: (list, state) => drawLadders(list, state.listSip()),
};

const webhookList = {
  key: (webhook: WebhookView) => `w${webhook.id}`,
  version: ({ attempts }: WebhookView) => `${attempts.length} ${attempts.at(-1)?.tookMs}`,
  draw: drawWebhook,
};

const frameList = {
  key: (frame: FrameView) => `f${frame.id}`,
  version: (frame: FrameView) => frame.callSid ?? "",
  draw: drawFrame,
};

type Entry =
  | { kind: "step"; at: string; key: string; step: StepView }
  | { kind: "webhook"; at: string; webhook: WebhookView }
  | { kind: "frame"; at: string; frame: FrameView }
  | { kind: "sip"; at: string; message: SipView };

/** Everything of the call in the order in which it happened. */
function drawTimeline(list: HTMLElement, state: State): void {
  const call = state.chosenCall();
  // The requests themselves stand below, with more to say than the log.
  const log = (call?.log ?? []).filter(({ type }) => type !== "webhook.sent");
  const steps = log.map((step, index): Entry => {
    const key = `s${call?.sid}-${step.at}-${index}`;
    return { kind: "step", at: step.at, key, step };
  });
  const entries: Entry[] = [
    ...steps,
    ...state.listWebhooks().map((webhook): Entry => ({ kind: "webhook", at: webhook.at, webhook })),
    ...state.listFrames().map((frame): Entry => ({ kind: "frame", at: frame.at, frame })),
    ...state.listSip().map((message): Entry => ({ kind: "sip", at: message.at, message })),
  ];
  entries.sort((one, other) => one.at.localeCompare(other.at));
  // One call is read from its beginning; everything, from what was last.
  const shown = call === null ? entries.slice(-300).toReversed() : entries;
  drawList(list, shown, { key: keyOf, version: versionOf, draw: drawEntry });
}

function keyOf(entry: Entry): string {
  switch (entry.kind) {
    case "step":
      return entry.key;
    case "webhook":
      return webhookList.key(entry.webhook);
    case "frame":
      return frameList.key(entry.frame);
    case "sip":
      return `m${entry.message.id}`;
  }
}

function versionOf(entry: Entry): string {
  if (entry.kind === "frame") return frameList.version(entry.frame);
  return entry.kind === "webhook" ? webhookList.version(entry.webhook) : "";
}

function drawEntry(entry: Entry): HTMLElement {
  switch (entry.kind) {
    case "step":
      return drawStep(entry.step);
    case "webhook":
      return drawWebhook(entry.webhook);
    case "frame":
      return drawFrame(entry.frame);
    case "sip":
      return drawMessage(entry.message);
  }
}

function drawStep({ at, type, name, errorCode, message }: StepView): HTMLElement {
  const isBad = type === "error" || type === "webhook.failed" || errorCode !== undefined;
  const words = [name, ...(errorCode === undefined ? [] : [String(errorCode)]), message ?? ""];
  return el(
    "div",
    { class: "row step" },
    time(at),
    el(
      "span",
      { class: `kind ${isBad ? "bad" : "state"}` },
      type.replace("call.", "").replace(".", " "),
    ),
    el("span", { class: "what" }, words.filter((word) => word !== "").join(" · ")),
  );
}

function drawWebhook(webhook: WebhookView): HTMLElement {
  const { attempts, method, url, about, params } = webhook;
  const last = attempts.at(-1);
  const tries = attempts.length > 1 ? ` · attempt ${attempts.length}` : "";
  const summary = el(
    "summary",
    { class: "row" },
    time(webhook.at),
    el("span", { class: "kind hook" }, "webhook"),
    el("span", { class: "what" }, `${method} ${pathOf(url)}`, el("em", {}, about)),
    el("span", { class: `outcome ${outcomeTone(last)}` }, `${outcomeOf(last)}${tries}`),
  );
  const table = el(
    "table",
    { class: "params" },
    el("caption", {}, "Parameters"),
    el(
      "tbody",
      {},
      ...params.map(([name, value]) =>
        el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value)),
      ),
    ),
  );
  return el(
    "details",
    {},
    summary,
    el(
      "div",
      { class: "inside" },
      el("p", { class: "mono" }, `${method} ${url}`),
      table,
      ...attempts.map(drawAttempt),
    ),
  );
}

function drawAttempt(attempt: AttemptView, index: number): HTMLElement {
  return el(
    "section",
    {},
    el(
      "h3",
      {},
      `Attempt ${index + 1}, ${clockTime(attempt.at)}: ${outcomeOf(attempt)} ${attempt.contentType}`,
    ),
    el("pre", {}, attempt.error ?? (attempt.body === "" ? "(no body)" : attempt.body)),
  );
}

function outcomeOf(attempt: AttemptView | undefined): string {
  if (attempt === undefined || attempt.tookMs === null) return "waiting";
  const took = `${attempt.tookMs.toFixed(attempt.tookMs < 10 ? 1 : 0)} ms`;
  return attempt.status === null ? `failed · ${took}` : `${attempt.status} · ${took}`;
}

function outcomeTone(attempt: AttemptView | undefined): string {
  if (attempt === undefined || attempt.tookMs === null) return "wait";
  return attempt.status !== null && attempt.status < 300 ? "good" : "bad";
}

function drawFrame(frame: FrameView): HTMLElement {
  const { at, direction, type, socket, callSid, text } = frame;
  const arrow = direction === "in" ? "browser → exchange" : "exchange → browser";
  const about = callSid === null ? `socket ${socket}` : `socket ${socket} · ${shortSid(callSid)}`;
  const summary = el(
    "summary",
    { class: "row" },
    time(at),
    el("span", { class: "kind frame" }, "frame"),
    el("span", { class: "what" }, type, el("em", {}, arrow)),
    el("span", { class: "outcome quiet" }, about),
  );
  return el("details", {}, summary, el("div", { class: "inside" }, el("pre", {}, readable(text))));
}

function drawMessage({ at, direction, far, firstLine, text }: SipView): HTMLElement {
  const summary = el(
    "summary",
    { class: "row" },
    time(at),
    el("span", { class: "kind sip" }, "SIP"),
    el(
      "span",
      { class: "what" },
      firstLine,
      el("em", {}, direction === "in" ? "received" : "sent"),
    ),
    el("span", { class: "outcome quiet" }, far),
  );
  return el("details", {}, summary, el("div", { class: "inside" }, el("pre", {}, text)));
}

/** A session description is read line by line. */
function readable(text: string): string {
  return text.replaceAll("\\r\\n", "\n      ");
}

function time(iso: string): HTMLElement {
  return el("time", { datetime: iso }, clockTime(iso));
}
