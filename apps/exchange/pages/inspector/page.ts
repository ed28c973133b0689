import type { FeedEvent } from "../../src/dev/inspector/feed-events.ts";
import { drawCard } from "./card.ts";
import { copyButton } from "./copy.ts";
import { byId, el } from "./dom.ts";
import { drawPanel } from "./panels.ts";
import { drawLevels, drawSide } from "./side.ts";
import { State, type Tab } from "./state.ts";

const TABS: Tab[] = ["timeline", "webhooks", "signalling", "sip"];
const state = new State();
let isDrawing = false;

/** However much comes at once, the page is drawn once for each picture of the screen. */
function draw(): void {
  if (isDrawing) {
    return;
  }
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    drawSide(state, selectCall);
    drawLevels(state);
    drawCard(state);
    byId("copy-sid").hidden = state.selectedCall() === null;
    drawTabs();
    drawPanel(state);
  });
}

function selectCall(sid: string | null): void {
  state.selectedSid = sid;
  draw();
}

function selectTab(tab: Tab): void {
  state.tab = tab;
  draw();
}

function drawTabs(): void {
  for (const tab of TABS) {
    const button = byId(`tab-${tab}`);
    const isChosen = tab === state.tab;
    button.setAttribute("aria-selected", String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
  }
}

function drawEndpoints(): void {
  const { whereabouts } = state;
  if (whereabouts === null) {
    return;
  }
  const facts = Object.entries({
    Account: whereabouts.accountSid,
    REST: whereabouts.rest,
    Signalling: whereabouts.signalling,
    SIP: whereabouts.sip,
  });
  byId("whereabouts").replaceChildren(
    ...facts.map(([name, value]) =>
      el("div", {}, el("dt", {}, name), el("dd", { title: value }, value)),
    ),
  );
}

/** While the exchange is away the page shows what was last known, and says so. */
function showConnection(words: string, isGood: boolean): void {
  const indicator = byId("connection");
  indicator.textContent = words;
  indicator.classList.toggle("good", isGood);
  document.body.classList.toggle("away", !isGood);
  state.disconnectedSince = isGood ? null : (state.disconnectedSince ?? Date.now());
  drawCard(state);
}

function bindSearchField(field: HTMLInputElement, onQuery: (wanted: string) => void): void {
  field.addEventListener("input", () => {
    onQuery(field.value.trim());
    draw();
  });
}

function findInput(id: string): HTMLInputElement {
  const field = byId(id);
  if (!(field instanceof HTMLInputElement)) {
    throw new Error(`#${id} is no field`);
  }
  return field;
}

/** Arrow keys move within tabs and within lists, as people expect of them. */
function bindArrowKeys(container: HTMLElement, keys: [back: string, on: string]): void {
  container.addEventListener("keydown", (event) => {
    const step = keys.indexOf(event.key) * 2 - 1;
    if (!keys.includes(event.key)) {
      return;
    }
    const buttons = [...container.querySelectorAll<HTMLElement>("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[(at + step + buttons.length) % buttons.length];
    event.preventDefault();
    next?.focus();
    next?.click();
  });
}

function start(): void {
  for (const tab of TABS) {
    byId(`tab-${tab}`).addEventListener("click", () => selectTab(tab));
  }
  const tabs = document.querySelector<HTMLElement>(".tabs");
  if (tabs !== null) {
    bindArrowKeys(tabs, ["ArrowLeft", "ArrowRight"]);
  }
  bindArrowKeys(byId("calls"), ["ArrowUp", "ArrowDown"]);
  bindSearchField(findInput("find"), (wanted) => (state.searchText = wanted));
  bindSearchField(findInput("find-call"), (wanted) => (state.callSearchText = wanted));
  const faultsOnly = byId("faults-only");
  faultsOnly.addEventListener("click", () => {
    state.showsFaultsOnly = !state.showsFaultsOnly;
    faultsOnly.setAttribute("aria-pressed", String(state.showsFaultsOnly));
    draw();
  });
  const copySid = copyButton("Copy sid", () => state.selectedSid ?? "");
  byId("copy-sid").append(copySid);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement) {
      return;
    }
    event.preventDefault();
    findInput("find").focus();
  });
  const feed = new EventSource("/feed");
  feed.onopen = () => showConnection("Live", true);
  feed.onerror = () => showConnection("Away, trying again", false);
  feed.onmessage = ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as FeedEvent;
    state.applyEvent(event);
    if (event.type === "snapshot") {
      drawEndpoints();
    }
    draw();
  };
  // Durations of live calls go on without anything happening.
  setInterval(() => drawCard(state), 1000);
  draw();
}

start();
