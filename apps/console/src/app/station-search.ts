import * as z from "zod/mini";

import type { QueueFilter } from "../features/queue/queue-filter.ts";

const show = z.enum(["ringing", "unattended", "hold", "verified"]);
const find = z.string().check(z.maxLength(100));
/** Ids of panels with commas between; the page leaves out unknown ones when it draws them. */
const panels = z.string().check(z.maxLength(1000), z.regex(/^[a-z-]+(?:,[a-z-]+)*$/));
const caller = z.uuid();
const at = z.string().check(z.regex(/^[a-z0-9-]{1,20}$/));

/** The panel of all callers, or of one caller's card. */
const CALLERS_PANEL = "callers";

export interface StationSearch {
  show?: z.output<typeof show>;
  find?: string;
  panels?: string;
  caller?: string;
  /** The call sign of that caller's station, if it is not the page's station. */
  at?: string;
}

/** Ignores invalid parameters, because the page must still open. */
export function readStationSearch(search: Record<string, unknown>): StationSearch {
  const tab = show.safeParse(search["show"]);
  const words = find.safeParse(search["find"]);
  const open = panels.safeParse(search["panels"]);
  const who = caller.safeParse(search["caller"]);
  const where = at.safeParse(search["at"]);
  return {
    ...(tab.success ? { show: tab.data } : {}),
    ...(words.success ? { find: words.data } : {}),
    ...(open.success ? { panels: open.data } : {}),
    ...(who.success ? { caller: who.data } : {}),
    ...(who.success && where.success ? { at: where.data } : {}),
  };
}

export function toQueueFilter(search: StationSearch): QueueFilter {
  return {
    tab: search.show ?? "all",
    find: search.find ?? "",
  };
}

export function withFilter(
  before: StationSearch,
  { tab, find: words }: QueueFilter,
): StationSearch {
  return {
    ...(tab === "all" ? {} : { show: tab }),
    ...(words === "" ? {} : { find: words.slice(0, 100) }),
    ...(before.panels === undefined ? {} : { panels: before.panels }),
    ...(before.caller === undefined ? {} : { caller: before.caller }),
    ...(before.at === undefined ? {} : { at: before.at }),
  };
}

export function readOpenPanels(search: StationSearch): string[] {
  return search.panels?.split(",") ?? [];
}

export function closePanel(before: StationSearch, id: string): StationSearch {
  return withPanels(
    before,
    readOpenPanels(before).filter((one) => one !== id),
  );
}

export function openPanel(before: StationSearch, id: string): StationSearch {
  return readOpenPanels(before).includes(id) ? before : togglePanel(before, id);
}

export function raisePanel(before: StationSearch, id: string): StationSearch {
  return openPanel(closePanel(before, id), id);
}

export function togglePanel(before: StationSearch, id: string): StationSearch {
  const open = readOpenPanels(before);
  return open.includes(id) ? closePanel(before, id) : withPanels(before, [...open, id]);
}

/**
 * Below 1100 px only one panel is visible. The button of a panel brings it to the front, or closes
 * it if it is visible.
 */
export function toggleFrontPanel(before: StationSearch, id: string): StationSearch {
  return readOpenPanels(before).at(-1) === id ? closePanel(before, id) : raisePanel(before, id);
}

export function closePanels(before: StationSearch): StationSearch {
  return withPanels(before, []);
}

function withPanels({ panels: _before, ...rest }: StationSearch, ids: string[]): StationSearch {
  const others = ids.includes(CALLERS_PANEL) ? rest : withoutCaller(rest);
  return ids.length === 0 ? others : { ...others, panels: ids.join(",") };
}

function withoutCaller({ caller: _caller, at: _at, ...rest }: StationSearch): StationSearch {
  return rest;
}

export function withCallerCard(
  before: StationSearch,
  shown: string | null,
  station?: string,
): StationSearch {
  const opened = openPanel(withoutCaller(before), CALLERS_PANEL);
  if (shown === null) {
    return opened;
  }
  return { ...opened, caller: shown, ...(station === undefined ? {} : { at: station }) };
}
