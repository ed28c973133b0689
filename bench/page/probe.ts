/** Runs in the page before all other code, and records moments by the machine's clock. */
import { watchFrames } from "./drawn-frame.ts";
import type { Moments } from "./moments.ts";
import { RowObserver } from "./row-observer.ts";
import { watchConnections } from "./watch-connections.ts";
import { watchSound } from "./watch-sound.ts";
import { watchTraffic } from "./watch-traffic.ts";

export interface Probe {
  moments: Moments;
  rows: RowObserver;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

const probe: Probe = { moments: {}, rows: new RowObserver() };
window.probe = probe;

/** Records a moment of the current call, but only its first occurrence. */
function note(moment: keyof Moments): void {
  if (probe.moments.clicked !== undefined) {
    probe.moments[moment] ??= Date.now();
  }
}

document.addEventListener("click", () => (probe.moments.clicked ??= Date.now()), true);
watchFrames();
watchTraffic({ note, onFrame: (text) => probe.rows.takeFrame(text) });
watchConnections(note);
watchSound(() => note("heard"));
