import type * as z from "zod/mini";

import {
  authCsrf,
  authProviders,
  authRedirect,
  type AuthSession,
  authSession,
} from "@linedesk/contract";

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
  /** Reads the session again, for example on window focus and after a sign-in elsewhere. */
  refresh(): Promise<void>;
  csrfToken(fresh: boolean): Promise<string>;
  /** Opens the provider `sso`, which returns to the current page. */
  signIn(): Promise<SignInStart>;
  requireSignIn(): void;
  signOut(): Promise<void>;
}

/**
 * `leaving` means that the browser opens another page; `unreachable`, that the server did not
 * answer.
 */
export type SignInStart = "leaving" | "unreachable";

export interface SessionOptions {
  fetch: typeof fetch;
  timeoutMs: number;
  here: () => string;
  navigate: (url: string) => void;
  /** Writes one line to the browser's log, and posts it to `_log`. */
  log: (code: string, error: unknown) => void;
}

const PROVIDER = "sso";
const AUTH_BASE = "/api/auth";

/** Creates the browser's side of the sign-in routes under `/api/auth`. */
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
      const answer = await fetchJson(options, "csrf", authCsrf);
      csrf = answer.kind === "answered" ? answer.value.csrfToken : null;
    }
    return csrf ?? "";
  }
  async function post(path: string): Promise<AuthAnswer<{ url: string }>> {
    return fetchJson(options, path, authRedirect, {
      csrfToken: await csrfToken(false),
      callbackUrl: options.here(),
      json: "true",
    });
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
      // An unreachable server does not mean that the session ended, so the page stays.
      if (answer.kind === "answered") {
        become(toSessionState(answer.value));
      }
    },
    csrfToken,
    async signIn() {
      // The sign-out can open the issuer's page, and a sign-in must not interrupt that.
      return isSigningOut ? "leaving" : redirectTo(options, () => post(`signin/${PROVIDER}`));
    },
    requireSignIn() {
      if (!isSigningOut) {
        options.navigate(buildSignInPage(options, { error: "SessionRequired" }));
      }
    },
    async signOut() {
      isSigningOut = true;
      const answer = await post("signout");
      isSigningOut = answer.kind === "answered";
      if (answer.kind === "answered") {
        options.navigate(answer.value.url);
      }
    },
  };
}

async function redirectTo(
  options: SessionOptions,
  begin: () => Promise<AuthAnswer<{ url: string }>>,
): Promise<SignInStart> {
  const way = await findSignInUrl(options, begin);
  if (way === null) {
    return "unreachable";
  }
  options.navigate(way);
  return "leaving";
}

function buildSignInPage({ here }: SessionOptions, fields: Record<string, string>): string {
  const query = new URLSearchParams({ ...fields, callbackUrl: here() });
  return `${AUTH_BASE}/signin?${query.toString()}`;
}

/**
 * Returns the URL at which the sign-in begins: the issuer, the error page or the sign-in page.
 * Returns `null` when the server is unreachable.
 */
async function findSignInUrl(
  options: SessionOptions,
  begin: () => Promise<AuthAnswer<{ url: string }>>,
): Promise<string | null> {
  const providers = await fetchJson(options, "providers", authProviders);
  if (providers.kind !== "answered") {
    return providers.kind === "refused" ? `${AUTH_BASE}/error` : null;
  }
  if (!Object.hasOwn(providers.value, PROVIDER)) {
    return buildSignInPage(options, {});
  }
  const begun = await begin();
  if (begun.kind === "unreachable") {
    return null;
  }
  return begun.kind === "answered" ? begun.value.url : (begun.url ?? buildSignInPage(options, {}));
}

function toSessionState(answer: AuthSession): SessionState {
  return "user" in answer
    ? { status: "authenticated", user: answer.user, expires: answer.expires }
    : { status: "unauthenticated" };
}

type AuthAnswer<T> =
  | { kind: "answered"; value: T }
  | { kind: "refused"; url: string | null }
  | { kind: "unreachable" };

/**
 * Returns `refused` or `unreachable` for a failed request, and logs CLIENT_FETCH_ERROR, as the auth
 * client does.
 */
async function fetchJson<T>(
  options: SessionOptions,
  path: string,
  schema: z.ZodMiniType<T>,
  form?: Record<string, string>,
): Promise<AuthAnswer<T>> {
  try {
    const response = await options.fetch(`${AUTH_BASE}/${path}`, {
      credentials: "same-origin",
      signal: AbortSignal.timeout(options.timeoutMs),
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    const json: unknown = await response.json().catch(() => null);
    const parsed = schema.safeParse(json);
    if (response.ok && parsed.success) {
      return { kind: "answered", value: parsed.data };
    }
    options.log("CLIENT_FETCH_ERROR", new Error(`status ${response.status}`));
    const page = authRedirect.safeParse(json);
    return { kind: "refused", url: page.success ? page.data.url : null };
  } catch (error) {
    options.log("CLIENT_FETCH_ERROR", error);
    return { kind: "unreachable" };
  }
}
