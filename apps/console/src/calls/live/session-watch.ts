import type { SessionState } from "../../lib/session.ts";

/**
 * What the console does about a new answer on who is signed in: show it, go to sign in, or stay as
 * it is, for leaving the page would end the call [AU11, AU32].
 */
export const afterSession = (
  state: SessionState,
  { wasSignedIn, isTalking }: { wasSignedIn: boolean; isTalking: boolean },
): "show" | "sign_in" | "stay" => {
  if (state.status !== "unauthenticated" || !wasSignedIn) return "show";
  return isTalking ? "stay" : "sign_in";
};

interface ExpiryOptions {
  now: () => number;
  schedule: (run: () => void, ms: number) => () => void;
  refresh: () => void;
}

const slackMs = 1_000;
/** Browsers take a longer wait for none at all. */
const longestWaitMs = 2 ** 31 - 1;

/** Asks for the session again when it runs out, so that a page left alone notices [AU29]. */
export class ExpiryWatch {
  readonly #options: ExpiryOptions;
  #cancel: (() => void) | null = null;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  note(state: SessionState): void {
    this.close();
    if (state.status !== "authenticated") return;
    const { now, schedule, refresh } = this.#options;
    const leftMs = Date.parse(state.expires) - now() + slackMs;
    this.#cancel = schedule(refresh, Math.min(Math.max(leftMs, slackMs), longestWaitMs));
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
