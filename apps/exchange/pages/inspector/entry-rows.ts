import type { StepView } from "../../src/control/call-views.ts";
import type {
  AttemptView,
  FrameView,
  SipView,
  WebhookView,
} from "../../src/dev/inspector/feed-events.ts";
import { copyButton } from "./copy.ts";
import { el } from "./dom.ts";
import { isAttemptFault, isStepFault } from "./faults.ts";
import { formatCurl } from "./format-curl.ts";
import { formatClockTime, formatPath, shortSid, formatElapsed } from "./format.ts";
import { summarizeFrame } from "./summarize-frame.ts";

/** Null where there was nothing before. */
type SinceMs = number | null;

/**
 * A state, a verb or an error of the call; `whose` it is stands beside it where that is not clear.
 */
export function drawStep(step: StepView, sinceMs: SinceMs, whose: string): HTMLElement {
  const { at, type, name, errorCode, message } = step;
  const words = [name, ...(errorCode === undefined ? [] : [String(errorCode)]), message ?? ""];
  const kind = type.replace("call.", "").replace(".", " ");
  return el(
    "div",
    { class: "row step" },
    time(at, sinceMs),
    el("span", { class: `kind ${isStepFault(step) ? "bad" : "state"}` }, kind),
    el("span", { class: "what" }, words.filter((word) => word !== "").join(" · ")),
    ...(whose === "" ? [] : [el("span", { class: "outcome quiet" }, whose)]),
  );
}

/** A request of the exchange, with its parameters and every attempt's answer. */
export function drawWebhook(webhook: WebhookView, sinceMs: SinceMs): HTMLElement {
  const { attempts, method, url, about, params } = webhook;
  const last = attempts.at(-1);
  const tries = attempts.length > 1 ? ` · attempt ${attempts.length}` : "";
  return el(
    "details",
    {},
    el(
      "summary",
      { class: "row" },
      time(webhook.at, sinceMs),
      el("span", { class: "kind hook" }, "webhook"),
      el("span", { class: "what" }, `${method} ${formatPath(url)}`, el("em", {}, about)),
      el("span", { class: `outcome ${outcomeTone(last)}` }, `${describeOutcome(last)}${tries}`),
    ),
    el(
      "div",
      { class: "inside" },
      el(
        "p",
        { class: "mono raw-head" },
        `${method} ${url}`,
        copyButton("Copy as curl", () => formatCurl(webhook)),
      ),
      drawParams(params),
      ...attempts.map(drawAttempt),
    ),
  );
}

function drawParams(params: WebhookView["params"]): HTMLElement {
  const rows = params.map(([name, value]) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, value)),
  );
  return el(
    "table",
    { class: "params" },
    el("caption", {}, "Parameters"),
    el("tbody", {}, ...rows),
  );
}

function drawAttempt(attempt: AttemptView, index: number): HTMLElement {
  const { at, contentType, error, body } = attempt;
  const heading = `Attempt ${index + 1}, ${formatClockTime(at)}: ${describeOutcome(attempt)} ${contentType}`;
  return el(
    "section",
    {},
    el("h3", {}, heading),
    el("pre", {}, error ?? (body === "" ? "(no body)" : body)),
  );
}

function describeOutcome(attempt: AttemptView | undefined): string {
  if (attempt === undefined || attempt.tookMs === null) {
    return "waiting";
  }
  const took = `${attempt.tookMs.toFixed(attempt.tookMs < 10 ? 1 : 0)} ms`;
  return attempt.status === null ? `failed · ${took}` : `${attempt.status} · ${took}`;
}

function outcomeTone(attempt: AttemptView | undefined): string {
  if (attempt === undefined || attempt.tookMs === null) {
    return "wait";
  }
  return isAttemptFault(attempt) ? "bad" : "good";
}

/** A frame of the signalling, with what it says in a few words. */
export function drawFrame(frame: FrameView, sinceMs: SinceMs): HTMLElement {
  const { at, direction, type, socket, callSid, text } = frame;
  const arrow = direction === "in" ? "browser → exchange" : "exchange → browser";
  const about = callSid === null ? `socket ${socket}` : `socket ${socket} · ${shortSid(callSid)}`;
  const gist = summarizeFrame(frame);
  const words =
    gist === null ? [] : [el("span", { class: gist.isBad ? "gist bad" : "gist" }, gist.words)];
  return el(
    "details",
    {},
    el(
      "summary",
      { class: "row" },
      time(at, sinceMs),
      el("span", { class: `kind ${gist?.isBad ? "bad" : "frame"}` }, "frame"),
      el("span", { class: "what" }, type, ...words, el("em", {}, arrow)),
      el("span", { class: "outcome quiet" }, about),
    ),
    drawRaw(prettyPrint(text), text),
  );
}

/** A message of a SIP dialog. */
export function drawMessage(message: SipView, sinceMs: SinceMs): HTMLElement {
  const { at, direction, far, firstLine, text } = message;
  const way = direction === "in" ? "received" : "sent";
  return el(
    "details",
    {},
    el(
      "summary",
      { class: "row" },
      time(at, sinceMs),
      el("span", { class: "kind sip" }, "SIP"),
      el("span", { class: "what" }, firstLine, el("em", {}, way)),
      el("span", { class: "outcome quiet" }, far),
    ),
    drawRaw(text, text),
  );
}

function drawRaw(shown: string, raw: string): HTMLElement {
  const head = el(
    "p",
    { class: "raw-head" },
    copyButton("Copy", () => raw),
  );
  return el("div", { class: "inside" }, head, el("pre", {}, shown));
}

/** A session description is read line by line. */
function prettyPrint(text: string): string {
  return text.replaceAll("\\r\\n", "\n      ");
}

function time(iso: string, sinceMs: SinceMs): HTMLElement {
  const words = sinceMs === null ? [] : [el("span", { class: "since" }, formatElapsed(sinceMs))];
  return el("time", { datetime: iso }, formatClockTime(iso), ...words);
}
