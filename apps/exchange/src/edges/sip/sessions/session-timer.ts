import type { Clock } from "@linedesk/base";
import { hasOptionTag, type SipHeaders } from "@linedesk/sip";

export interface SessionTerms {
  expiresS: number;
  refresher: "us" | "them";
  /**
   * The far end supports no session timer. Our refresh tests that it is alive, and needs no
   * agreement.
   */
  isOneSided?: true;
}

/** The shortest interval that we accept, and the one that we request. */
export const MIN_SESSION_S = 90;
export const WANTED_SESSION_S = 1800;

/**
 * These terms apply without an agreement, because a telephone that lost its power must not occupy
 * its call for hours.
 */
export const oneSidedTerms: SessionTerms = {
  expiresS: WANTED_SESSION_S,
  refresher: "us",
  isOneSided: true,
};

const MAX_S = 86_400;

interface Stated {
  expiresS: number;
  refresher: "uac" | "uas" | null;
}

function readSessionExpires(headers: SipHeaders): Stated | null {
  const [, seconds, rest = ""] =
    /^\s*([0-9]{1,9})\s*(;.*)?$/.exec(headers.get("Session-Expires") ?? "") ?? [];
  if (seconds === undefined) {
    return null;
  }
  const named = /;\s*refresher\s*=\s*(uac|uas)\b/i.exec(rest)?.[1]?.toLowerCase();
  const refresher = named === "uac" || named === "uas" ? named : null;
  return { expiresS: Math.min(Number(seconds), MAX_S), refresher };
}

export function supportsTimer(headers: SipHeaders): boolean {
  return hasOptionTag([...headers.all("Supported"), ...headers.all("Require")], "timer");
}

/** Returns the terms in a request of the far end; `too_small` requires a 422. */
export function readRequestedTerms(headers: SipHeaders): SessionTerms | "none" | "too_small" {
  const requested = readSessionExpires(headers);
  if (requested === null) {
    return "none";
  }
  const knowsTimer = supportsTimer(headers);
  if (requested.expiresS < MIN_SESSION_S) {
    return knowsTimer ? "too_small" : "none";
  }
  // A client without timers cannot refresh. A proxy has requested the timer for it, so we refresh.
  const isOurs = requested.refresher === "uas" || !knowsTimer;
  return { expiresS: requested.expiresS, refresher: isOurs ? "us" : "them" };
}

/** Returns the terms in the 2xx to our request; `null` when the far end wants no timer. */
export function readGrantedTerms(headers: SipHeaders): SessionTerms | null {
  const granted = readSessionExpires(headers);
  if (granted === null || granted.expiresS < MIN_SESSION_S) {
    return null;
  }
  return { expiresS: granted.expiresS, refresher: granted.refresher === "uas" ? "them" : "us" };
}

export function formatSessionTerms(terms: SessionTerms): [name: string, value: string][] {
  const refresher = terms.refresher === "us" ? "uas" : "uac";
  const agreed: [string, string] = ["Session-Expires", `${terms.expiresS};refresher=${refresher}`];
  return terms.refresher === "them" ? [["Require", "timer"], agreed] : [agreed];
}

export interface SessionTimerDeps {
  clock: Clock;
  onRefresh: (terms: SessionTerms) => void;
  onExpired: () => void;
}

export class SessionTimer {
  readonly #deps: SessionTimerDeps;
  #stops: (() => void)[] = [];

  constructor(parts: SessionTimerDeps) {
    this.#deps = parts;
  }

  /**
   * Starts the timer again with these terms; `null` stops it. Terms without an agreement never end
   * a call.
   */
  arm(terms: SessionTerms | null): void {
    this.stop();
    if (terms === null) {
      return;
    }
    const { clock, onExpired, onRefresh } = this.#deps;
    const expiresMs = terms.expiresS * 1000;
    const graceMs = Math.min(32_000, expiresMs / 3);
    if (!terms.isOneSided) {
      this.#stops.push(clock.after(expiresMs - graceMs, onExpired));
    }
    if (terms.refresher === "us") {
      this.#stops.push(clock.after(expiresMs / 2, () => onRefresh(terms)));
    }
  }

  addStop(stop: () => void): void {
    this.#stops.push(stop);
  }

  stop(): void {
    for (const stop of this.#stops) {
      stop();
    }
    this.#stops = [];
  }
}
