import type { SipView } from "../../src/dev/inspector/feed-events.ts";
import { copyButton } from "./copy.ts";
import { drawList, el } from "./dom.ts";
import { isMessageFault, sipStatus } from "./faults.ts";
import { matchesSearch } from "./find.ts";
import { formatClockTime, shortSid, formatElapsed } from "./format.ts";
import type { State } from "./state.ts";

interface Dialog {
  callId: string;
  callSid: string | null;
  far: string;
  messages: SipView[];
}

/**
 * One ladder for each dialog, the newest first: the far end at the left, the exchange at the right.
 */
export function drawLadders(list: HTMLElement, state: State): void {
  const dialogs = groupByDialog(state.listSip()).filter(
    ({ messages }) =>
      (!state.showsFaultsOnly || messages.some(isMessageFault)) &&
      messages.some((message) => matchesSearch(message, state.searchText)),
  );
  drawList(list, dialogs, {
    key: (dialog) => dialog.callId,
    version: () => "ladder",
    draw: drawFrame,
  });
  for (const dialog of dialogs) {
    const frame = [...list.children].find((one) => one.getAttribute("data-key") === dialog.callId);
    const rungs = frame?.querySelector<HTMLElement>(".rungs");
    const title = frame?.querySelector(".ladder-call");
    if (title) {
      title.textContent = dialog.callSid === null ? "no call" : shortSid(dialog.callSid);
    }
    if (rungs) {
      drawList(rungs, dialog.messages, {
        key: (one) => `m${one.id}`,
        version: () => "",
        draw: (one) => drawLadderMessage(one, sinceLast(one, dialog.messages)),
      });
    }
  }
}

function groupByDialog(messages: SipView[]): Dialog[] {
  const dialogs = new Map<string, Dialog>();
  for (const message of messages) {
    const { callId, callSid, far } = message;
    const dialog = dialogs.get(callId) ?? { callId, callSid, far, messages: [] };
    dialog.messages.push(message);
    dialog.callSid ??= callSid;
    dialogs.set(callId, dialog);
  }
  return [...dialogs.values()].toReversed();
}

function drawFrame({ callId, far }: Dialog): HTMLElement {
  return el(
    "section",
    { class: "ladder", "aria-label": `SIP dialog with ${far}` },
    el(
      "header",
      { class: "ladder-head" },
      el("span", { class: "ladder-end" }, far),
      el("span", { class: "ladder-call" }),
      el("span", { class: "ladder-end" }, "exchange"),
    ),
    el("div", { class: "rungs" }),
    el("p", { class: "ladder-foot" }, `Call-ID ${callId}`),
  );
}

function sinceLast(message: SipView, messages: SipView[]): number | null {
  const before = messages[messages.indexOf(message) - 1];
  return before === undefined ? null : Date.parse(message.at) - Date.parse(before.at);
}

function drawLadderMessage(message: SipView, sinceMs: number | null): HTMLElement {
  const { at, direction, firstLine, text } = message;
  const words = firstLine.replace(/ SIP\/2\.0$/, "").replace(/^SIP\/2\.0 /, "");
  const status = sipStatus(firstLine);
  const tone = status >= 400 ? "bad" : status >= 200 ? "good" : status > 0 ? "wait" : "asks";
  return el(
    "details",
    { class: `rung ${direction} ${tone}` },
    el(
      "summary",
      {},
      el(
        "time",
        { datetime: at },
        formatClockTime(at),
        ...(sinceMs === null ? [] : [el("span", { class: "since" }, formatElapsed(sinceMs))]),
      ),
      el(
        "span",
        { class: "arrow" },
        el("span", { class: "arrow-words" }, words),
        el("span", { class: "arrow-line", "aria-hidden": "true" }),
      ),
      el("span", { class: "unseen" }, direction === "in" ? "received" : "sent"),
    ),
    el(
      "div",
      { class: "rung-text" },
      el(
        "p",
        { class: "raw-head" },
        copyButton("Copy", () => text),
      ),
      el("pre", {}, text),
    ),
  );
}
