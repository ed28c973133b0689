import type { SessionClient, SessionState } from "../session/session-client.ts";
import { noticed, sessionChanged, type Notice } from "../store/desk-slice.ts";
import type { Store } from "../store/store.ts";

/**
 * What the console does about a new answer on who is signed in: show it, go to sign in, or stay as
 * it is, for leaving the page would end the call [AU11, AU32].
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
}

const SLACK_MS = 1_000;
/** Browsers take a longer wait for none at all. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Asks for the session again when it runs out, so that a page left alone notices [AU29]. */
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
    const { now, schedule, refresh } = this.#options;
    const leftMs = Date.parse(state.expires) - now() + SLACK_MS;
    this.#cancel = schedule(refresh, Math.min(Math.max(leftMs, SLACK_MS), LONGEST_WAIT_MS));
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}

/** [AU32] Leaving for the sign-in page would end the call. */
const signedOutInCall: Notice = {
  id: "session",
  tone: "warning",
  words: "You are signed out. Your call goes on; when it ends, you can sign in again",
  code: null,
  line: null,
};

export interface SessionMonitorOptions {
  session: SessionClient;
  store: Store;
  schedule: (run: () => void, ms: number) => () => void;
  isOnCall: () => boolean;
}

/** Takes what is known of the session to the store, and who is signed out to sign in. */
export class SessionMonitor {
  readonly #options: SessionMonitorOptions;
  readonly #expiry: SessionExpiryTimer;

  constructor(options: SessionMonitorOptions) {
    this.#options = options;
    this.#expiry = new SessionExpiryTimer({
      now: Date.now,
      schedule: options.schedule,
      refresh: () => void options.session.refresh(),
    });
  }

  look(): void {
    const { session, store, isOnCall } = this.#options;
    const { state } = session;
    const before = store.getState().desk.session;
    this.#expiry.restart(state);
    const next = chooseSessionAction(state, {
      wasSignedIn: before.status === "authenticated",
      isOnCall: isOnCall(),
    });
    if (next === "stay") {
      return void store.dispatch(noticed(signedOutInCall));
    }
    store.dispatch(sessionChanged(state));
    if (next === "sign_in") {
      void session.signIn();
    }
  }

  /** [AU32] A call has ended that kept the page from leaving. */
  handleCallEnded(): void {
    if (this.#options.session.state.status === "unauthenticated") {
      this.look();
    }
  }

  close(): void {
    this.#expiry.close();
  }
}
