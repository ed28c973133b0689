import type { CallView, LevelView } from "../../src/control/call-views.ts";
import { byId, el } from "./dom.ts";
import { formatDecibels, formatDuration, litSegments, tone } from "./format.ts";
import type { State } from "./state.ts";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 240;
const HEIGHT = 40;
const POINTS = 60;

/** What there is to say of the chosen call at a glance, and how it sounds. */
export function drawCard(state: State): void {
  const card = byId("card");
  const call = state.selectedCall();
  if (call === null) {
    if (card.dataset["sid"] === "" && card.dataset["hint"] === hintFor(state)) {
      return;
    }
    Object.assign(card.dataset, { sid: "", hint: hintFor(state) });
    card.replaceChildren(el("h2", {}, "Everything"), el("p", { class: "hint" }, hintFor(state)));
    return;
  }
  const levels = state.levels.get(call.sid) ?? [];
  card.dataset["sid"] = call.sid;
  card.replaceChildren(
    el(
      "h2",
      {},
      `${call.from} → ${call.to} `,
      el("span", { class: `chip ${tone(call.status)}` }, call.status),
    ),
    drawFacts(call, state),
    ...(call.isLive ? [drawSound(levels)] : []),
  );
}

function hintFor(state: State): string {
  if (state.calls.size > 0) {
    return "Choose a call to see what belongs to it.";
  }
  return "No call yet. As soon as somebody rings, it is here.";
}

function drawFacts(call: CallView, state: State): HTMLElement {
  const facts = listFacts(call, state).map(([name, value, tone = ""]) =>
    el("div", { class: tone }, el("dt", {}, name), el("dd", {}, value)),
  );
  return el("dl", { class: "facts" }, ...facts);
}

type Fact = [name: string, value: string, tone?: string];

function listFacts(call: CallView, { disconnectedSince: awaySince }: State): Fact[] {
  const until = call.endedAt ?? (awaySince === null ? null : new Date(awaySince).toISOString());
  const why = describeEnd(call);
  return [
    ["Sid", call.sid],
    ["Direction", call.direction],
    ...(call.parentCallSid === null ? [] : [["Parent", call.parentCallSid] as Fact]),
    [call.isLive ? "Lasts" : "Lasted", formatDuration(call.answeredAt ?? call.startedAt, until)],
    ...(why === null ? [] : [["Why", why, "why"] as Fact]),
  ];
}

/** Of a call that went wrong: what the exchange says of its end, and its last error. */
function describeEnd({ isLive, status, log }: CallView): string | null {
  if (isLive || tone(status) !== "bad") {
    return null;
  }
  const end = log.findLast(({ type, name }) => type === "call.state" && name === status);
  const error = log.findLast(({ type }) => type === "error" || type === "webhook.failed");
  const words = [end?.message, error?.errorCode?.toString(), error?.message ?? error?.name];
  return words.filter((word) => word !== undefined && word !== "").join(" · ") || null;
}

function drawSound(levels: LevelView[]): HTMLElement {
  const last = levels.at(-1);
  if (last === undefined) {
    return el("p", { class: "hint" }, "No sound measured yet.");
  }
  const { level, jitterMs, roundTripMs, packetsReceived, packetsLost, bufferMs, mos } = last;
  const words = [
    `${String(formatDecibels(level)).replace("-", "−")} dB`,
    `${packetsReceived} packets, ${packetsLost} lost`,
    `jitter ${jitterMs.toFixed(1)} ms`,
    `buffer ${Math.round(bufferMs)} ms`,
    ...(mos === null ? [] : [`MOS ${mos.toFixed(1)}`]),
    ...(roundTripMs === null ? [] : [`round trip ${Math.round(roundTripMs)} ms`]),
  ];
  return el("div", { class: "sound" }, drawCurve(levels), el("p", {}, words.join(" · ")));
}

/** The loudness of the last half minute. */
function drawCurve(levels: LevelView[]): HTMLElement {
  const svg = document.createElementNS(SVG, "svg");
  const attributes = {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "curve",
    role: "img",
    "aria-label": "Loudness of the last half minute",
  };
  for (const [name, value] of Object.entries(attributes)) {
    svg.setAttribute(name, value);
  }
  const line = document.createElementNS(SVG, "polyline");
  const step = WIDTH / (POINTS - 1);
  const first = POINTS - levels.length;
  const points = levels.map(
    ({ level }, index) =>
      `${((first + index) * step).toFixed(1)},${(HEIGHT - 2 - litSegments(level) * (HEIGHT - 4)).toFixed(1)}`,
  );
  line.setAttribute("points", points.join(" "));
  svg.append(line);
  const frame = el("div", { class: "curve-frame" });
  frame.append(svg);
  return frame;
}
