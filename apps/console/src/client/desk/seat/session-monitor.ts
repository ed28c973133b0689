import type { SessionClient, SessionState } from "../../session/session-client.ts";
import { noticeClosed, noticed, sessionChanged, startFailed } from "../../store/desk-slice.ts";
import type { Notice } from "../../store/desk-state.ts";
import type { Store } from "../../store/store.ts";
import { pageWords } from "../../words/page-words.ts";

/**
 * Returns the action for the session. During a call the page stays, because leaving it ends the
 * call.
 */
export function chooseSessionAction(
  state: SessionState,
  { wasSignedIn, isOnCall }: { wasSignedIn: boolean; isOnCall: boolean },
): "show" | "sign_in" | "stay" {
  if (state.status !== "unauthenticated" || !wasSignedIn) {
    return "show";
  }
  return isOnCall ? "stay" : "sign_in";
}

interface ExpiryOptions {
  now: () => number;
  schedule: (run: () => void, ms: number) => () => void;
  refresh: () => void;
  /** Receives the minutes of the warning that is due; `null` when none is due. */
  warn: (minutes: number | null) => void;
}

/**
 * The minutes before the end of the session at which a warning appears. Use of the session delays
 * its end.
 */
const WARNED_MINUTES = [10, 2];
const MINUTE_MS = 60_000;

const SLACK_MS = 1_000;
/** The longest delay of a timer. Browsers would run a timer with a longer delay at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Reads the session before and at its end, so that an idle page notices the end. */
export class SessionExpiryTimer {
  readonly #options: ExpiryOptions;
  #cancel: (() => void) | null = null;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  restart(state: SessionState): void {
    this.close();
    if (state.status !== "authenticated") {
      return;
    }
    const { now, schedule, refresh, warn } = this.#options;
    const leftMs = Date.parse(state.expires) - now();
    warn(
      leftMs <= 0 ? null : (WARNED_MINUTES.findLast((min) => leftMs <= min * MINUTE_MS) ?? null),
    );
    const next = WARNED_MINUTES.find((minutes) => leftMs > minutes * MINUTE_MS);
    const waitMs = next === undefined ? leftMs + SLACK_MS : leftMs - next * MINUTE_MS;
    this.#cancel = schedule(refresh, Math.min(Math.max(waitMs, SLACK_MS), LONGEST_WAIT_MS));
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}

function describeSignedOut(): Notice {
  const words = pageWords()("notices.signedOut");
  return { id: "session", tone: "warning", words, code: null, line: null };
}

/** After this time the navigation has failed: the issuer hangs, or the person went back. */
const LEAVING_TIMEOUT_MS = 10_000;

export interface SessionMonitorOptions {
  session: SessionClient;
  store: Store;
  schedule: (run: () => void, ms: number) => () => void;
  isOnCall: () => boolean;
  offer: (notice: Notice, run: () => void) => void;
}

const SESSION_END = "session-end";

export class SessionMonitor {
  readonly #options: SessionMonitorOptions;
  readonly #expiry: SessionExpiryTimer;
  #isSessionRequired = false;
  #cancelLeaving: (() => void) | null = null;
  #warned: number | null = null;

  constructor(options: SessionMonitorOptions) {
    this.#options = options;
    this.#expiry = new SessionExpiryTimer({
      now: Date.now,
      schedule: options.schedule,
      refresh: () => void options.session.refresh(),
      warn: (minutes) => this.#warn(minutes),
    });
  }

  check(): void {
    const { session, store, isOnCall } = this.#options;
    const { state } = session;
    const before = store.getState().desk.session;
    this.#expiry.restart(state);
    if (state.status === "authenticated") {
      this.#stopLeaving();
    }
    const next = chooseSessionAction(state, {
      wasSignedIn: before.status === "authenticated",
      isOnCall: isOnCall(),
    });
    if (next === "stay") {
      return void store.dispatch(noticed(describeSignedOut()));
    }
    store.dispatch(sessionChanged(state));
    if (next === "sign_in") {
      void this.signIn();
    }
  }

  /**
   * Warns once 10 minutes and once 2 minutes before the end, and removes the warning when the end
   * moves.
   */
  #warn(minutes: number | null): void {
    const { store, isOnCall, offer } = this.#options;
    if (minutes === this.#warned) {
      return;
    }
    this.#warned = minutes;
    if (minutes === null) {
      return void store.dispatch(noticeClosed(SESSION_END));
    }
    const t = pageWords();
    const notice = { id: SESSION_END, tone: "warning" as const, code: null, line: null };
    if (isOnCall()) {
      // Opening the sign-in page would end the call.
      const words = t("notices.sessionEndsInCall", { minutes });
      return void store.dispatch(noticed({ ...notice, words }));
    }
    const words = t("notices.sessionEnds", { minutes });
    const actionLabel = t("notices.staySignedIn");
    offer({ ...notice, words, actionLabel }, () => void this.signIn());
  }

  /**
   * Starts the sign-in. Shows a failure if the server is unreachable, or if the page is still open
   * after 10 s.
   */
  async signIn(): Promise<void> {
    const { session, store } = this.#options;
    store.dispatch(startFailed(null));
    if (this.#isSessionRequired) {
      session.requireSignIn();
    } else if ((await session.signIn()) === "unreachable") {
      return void store.dispatch(startFailed({ step: "sign_in", reason: "unreachable" }));
    }
    this.#cancelLeaving?.();
    this.#cancelLeaving = this.#options.schedule(
      () => store.dispatch(startFailed({ step: "sign_in", reason: "timeout" })),
      LEAVING_TIMEOUT_MS,
    );
  }

  handleSessionRequired(): void {
    this.#isSessionRequired = true;
    void this.#options.session.refresh();
  }

  handleCallEnded(): void {
    if (this.#options.session.state.status === "unauthenticated") {
      this.check();
    }
  }

  close(): void {
    this.#cancelLeaving?.();
    this.#expiry.close();
  }

  #stopLeaving(): void {
    const { store } = this.#options;
    this.#isSessionRequired = false;
    this.#cancelLeaving?.();
    this.#cancelLeaving = null;
    if (store.getState().desk.startFailure?.step === "sign_in") {
      store.dispatch(startFailed(null));
    }
  }
}
