import { byId, el } from "./dom.ts";
import { drawLadders } from "./ladder.ts";
import type { State, Tab } from "./state.ts";
import { drawEntries, drawTimeline, frameEntry, webhookEntry } from "./timeline.ts";

/** So near to its end a panel follows what comes. */
const FOLLOW_PX = 40;

/** Draws the panel of the tab that is chosen. */
export function drawPanel(state: State): void {
  const panel = byId("panel");
  const shown = `${state.tab} ${state.selectedSid}`;
  const isFollowing =
    state.selectedSid !== null && panel.dataset["shown"] === shown && isAtEnd(panel);
  if (panel.dataset["shown"] !== shown) {
    panel.dataset["shown"] = shown;
    panel.replaceChildren(el("div", { class: "rows" }));
    panel.scrollTop = 0;
  }
  panel.setAttribute("aria-labelledby", `tab-${state.tab}`);
  const list = panel.firstElementChild;
  if (!(list instanceof HTMLElement)) {
    return;
  }
  DRAW[state.tab](list, state);
  if (list.childElementCount === 0) {
    panel.dataset["empty"] = emptyText(state);
  } else {
    delete panel.dataset["empty"];
  }
  if (isFollowing) {
    panel.scrollTop = panel.scrollHeight;
  }
}

const DRAW: Record<Tab, (list: HTMLElement, state: State) => void> = {
  timeline: drawTimeline,
  webhooks: (list, state) => drawEntries(list, state.listWebhooks().map(webhookEntry), state),
  signalling: (list, state) => drawEntries(list, state.listFrames().map(frameEntry), state),
  sip: drawLadders,
};

/** Only what was scrolled is read at its end; a list just grown beyond its panel stays on top. */
function isAtEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollTop > 0 && scrollTop + clientHeight > scrollHeight - FOLLOW_PX;
}

const EMPTY_TEXTS: Record<Tab, string> = {
  timeline: "Nothing yet.",
  webhooks: "No webhook yet: the application has not been asked for anything.",
  signalling: "No signalling yet: no browser has a part in this.",
  sip: "No SIP yet: no telephone and no trunk has a part in this.",
};

function emptyText(state: State): string {
  if (state.searchText !== "") {
    return `Nothing here holds “${state.searchText}”.`;
  }
  return state.showsFaultsOnly ? "No error here." : EMPTY_TEXTS[state.tab];
}
