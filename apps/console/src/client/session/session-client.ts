import type * as z from "zod/mini";

import { authCsrf, authRedirect, type AuthSession, authSession } from "@linedesk/contract";

export interface SignedInUser {
  id: string;
  name: string;
  email: string | null;
}

export type SessionState =
  | { status: "loading" }
  | { status: "authenticated"; user: SignedInUser; expires: string }
  | { status: "unauthenticated" };

export interface SessionClient {
  readonly state: SessionState;
  onChange(listener: () => void): () => void;
  /** Asks again; on window focus, on start, and after sign-in elsewhere. */
  refresh(): Promise<void>;
  csrfToken(fresh: boolean): Promise<string>;
  /** Goes to the provider `sso` and comes back to where we are. */
  signIn(): Promise<void>;
  signOut(): Promise<void>;
}

export interface SessionOptions {
  fetch: typeof fetch;
  timeoutMs: number;
  /** The page's address, for the way back, and how to leave it. */
  here: () => string;
  leave: (url: string) => void;
  /** One line of the browser's log; also posted to `_log`. */
  log: (code: string, error: unknown) => void;
}

const PROVIDER = "sso";

/** The browser's side of the sign-in routes under `/api/auth`. */
export function createSessionClient(options: SessionOptions): SessionClient {
  let state: SessionState = { status: "loading" };
  let csrf: string | null = null;
  let isSigningOut = false;
  const listeners = new Set<() => void>();

  function become(next: SessionState): void {
    state = next;
    for (const listener of listeners) {
      listener();
    }
  }
  async function csrfToken(fresh: boolean): Promise<string> {
    if (csrf === null || fresh) {
      csrf = (await fetchJson(options, "csrf", authCsrf))?.csrfToken ?? null;
    }
    return csrf ?? "";
  }
  async function post(path: string): Promise<boolean> {
    const answer = await fetchJson(options, path, authRedirect, {
      csrfToken: await csrfToken(false),
      callbackUrl: options.here(),
      json: "true",
    });
    if (answer !== null) {
      options.leave(answer.url);
    }
    return answer !== null;
  }

  return {
    get state() {
      return state;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async refresh() {
      const answer = await fetchJson(options, "session", authSession);
      // A server that cannot be reached says nothing about who is signed in: the page stays.
      if (answer !== null) {
        become(toSessionState(answer));
      }
    },
    csrfToken,
    async signIn() {
      // The way out leads over the issuer, perhaps; nothing may cross it.
      if (!isSigningOut) {
        await post(`signin/${PROVIDER}`);
      }
    },
    async signOut() {
      isSigningOut = true;
      isSigningOut = await post("signout");
    },
  };
}

function toSessionState(answer: AuthSession): SessionState {
  return "user" in answer
    ? { status: "authenticated", user: answer.user, expires: answer.expires }
    : { status: "unauthenticated" };
}

/** The auth client's rule: a failed call is logged as CLIENT_FETCH_ERROR and answers null. */
async function fetchJson<T>(
  options: SessionOptions,
  path: string,
  schema: z.ZodMiniType<T>,
  form?: Record<string, string>,
): Promise<T | null> {
  try {
    const response = await options.fetch(`/api/auth/${path}`, {
      credentials: "same-origin",
      signal: AbortSignal.timeout(options.timeoutMs),
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    if (!response.ok) {
      throw new Error(`status ${response.status}`);
    }
    return schema.parse(await response.json());
  } catch (error) {
    options.log("CLIENT_FETCH_ERROR", error);
    return null;
  }
}
