import type { CallView, MemberView, ConferenceView } from "../../src/control/call-views.ts";
import { byId, drawList, el } from "./dom.ts";
import { isCallFault } from "./faults.ts";
import { callMatchesSearch } from "./find.ts";
import { formatClockTime, litSegments, shortSid, tone } from "./format.ts";
import type { State } from "./state.ts";

type SelectCall = (sid: string | null) => void;

const ALL = "all";

/** The calls to choose from, and the rooms. */
export function drawSide(state: State, choose: SelectCall): void {
  const calls = state.listCalls();
  const live = calls.filter((call) => call.isLive).length;
  byId("live-count").textContent = live === 0 ? "" : `${live} live`;
  const found = calls.filter(
    (call) =>
      callMatchesSearch(call, state.callSearchText) &&
      (!state.showsFaultsOnly || isCallFault(call)),
  );
  drawList<CallView | null>(byId("calls"), [null, ...found], {
    key: (call) => call?.sid ?? ALL,
    version: (call) => `${call?.status} ${state.selectedSid === (call?.sid ?? null)}`,
    draw: (call) =>
      drawCallItem(call, { isChosen: state.selectedSid === (call?.sid ?? null), choose }),
  });
  drawConferences(state, choose);
}

/** Twice a second: too often to draw anything anew. */
export function drawLevels(state: State): void {
  for (const meter of document.querySelectorAll<HTMLElement>("[data-level]")) {
    const level = state.levels.get(meter.dataset["level"] ?? "")?.at(-1)?.level ?? 0;
    meter.style.transform = `scaleX(${litSegments(level).toFixed(3)})`;
  }
}

function drawCallItem(
  call: CallView | null,
  { isChosen, choose }: { isChosen: boolean; choose: SelectCall },
): HTMLElement {
  const button = el("button", {
    type: "button",
    class: "pick",
    ...(isChosen ? { "aria-current": "true" } : {}),
  });
  button.addEventListener("click", () => choose(call?.sid ?? null));
  if (call === null) {
    button.append(el("span", { class: "pick-all" }, "Everything"));
  } else {
    button.append(...drawCallLabel(call));
  }
  return el("li", {}, button);
}

function drawCallLabel(call: CallView): HTMLElement[] {
  const words = [
    el(
      "span",
      { class: "pick-head" },
      el("span", { class: `chip ${tone(call.status)}` }, call.status),
      el("time", { datetime: call.startedAt }, formatClockTime(call.startedAt).slice(0, 8)),
    ),
    el("span", { class: "pick-parties" }, `${call.from} → ${call.to}`),
  ];
  if (call.isLive) {
    words.push(drawMeter(call.sid));
  }
  return words;
}

/** How loud a call is; one that nobody hears is drawn in grey. */
function drawMeter(sid: string, isAudible = true): HTMLElement {
  const bar = el("span", { class: "bar", "data-level": sid });
  return el("span", { class: isAudible ? "meter" : "meter off", "aria-hidden": "true" }, bar);
}

function drawConferences(state: State, choose: SelectCall): void {
  const { rooms } = state;
  byId("room-count").textContent = rooms.length === 0 ? "none" : String(rooms.length);
  drawList<ConferenceView>(byId("rooms"), rooms, {
    key: (room) => room.sid,
    version: (room) => JSON.stringify(room),
    draw: (room) =>
      el(
        "li",
        { class: "room" },
        el(
          "p",
          { class: "room-head" },
          el("strong", {}, room.name),
          el("span", { class: `chip ${tone(room.status)}` }, room.status),
        ),
        el(
          "ul",
          { class: "members" },
          ...room.members.map((one) => drawMember(one, state, choose)),
        ),
      ),
  });
}

function drawMember(member: MemberView, state: State, choose: SelectCall): HTMLElement {
  const call = state.calls.get(member.callSid);
  const marks = [
    ...(member.status === "connected" ? [] : [member.status]),
    ...(member.muted ? ["muted"] : []),
    ...(member.hold ? ["on hold"] : []),
    ...(member.coaching ? ["coaching"] : []),
  ];
  const party = call === undefined ? shortSid(member.callSid) : formatParty(call);
  const button = el("button", { type: "button", class: "member" }, member.label ?? party);
  button.addEventListener("click", () => choose(member.callSid));
  const chips = marks.map((mark) => el("span", { class: "chip wait" }, mark));
  const isAudible = !member.muted && !member.hold;
  return el("li", {}, button, ...chips, drawMeter(member.callSid, isAudible));
}

function formatParty(call: CallView): string {
  return call.direction === "inbound" ? call.from : call.to;
}
