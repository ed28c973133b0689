import type { Clock } from "@linedesk/base";
import { hasOptionTag, type SipHeaders } from "@linedesk/sip";

export interface SessionTerms {
  expiresS: number;
  refresher: "us" | "them";
  /** The far end knows of no timer: it is asked whether it is there, and need not agree. */
  isOneSided?: true;
}

/** The shortest interval that we take, and the one that we ask for. */
export const MIN_SESSION_S = 90;
export const WANTED_SESSION_S = 1800;

/** Where nothing was agreed: a telephone that lost its power must not keep its place for hours. */
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

/** What a request of the far end asks for; `too small` is to be answered 422. */
export function readRequestedTerms(headers: SipHeaders): SessionTerms | "none" | "too_small" {
  const requested = readSessionExpires(headers);
  if (requested === null) {
    return "none";
  }
  const knowsTimer = supportsTimer(headers);
  if (requested.expiresS < MIN_SESSION_S) {
    return knowsTimer ? "too_small" : "none";
  }
  // Who does not know timers cannot refresh; a proxy asked in their stead.
  const isOurs = requested.refresher === "uas" || !knowsTimer;
  return { expiresS: requested.expiresS, refresher: isOurs ? "us" : "them" };
}

/** What the 2xx to a request of ours grants; null when the far end wants no timer. */
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

  /** Starts anew with these terms; null stops. What was not agreed ends nothing by itself. */
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
