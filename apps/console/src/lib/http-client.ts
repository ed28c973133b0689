import {
  type ApiErrorBody,
  apiError,
  type Endpoint,
  type EndpointAnswer,
  type EndpointBody,
  type EndpointParams,
  type EndpointQuery,
  PAGE_HEADER,
} from "@linedesk/contract";

export type HttpFailure =
  | { kind: "answered"; status: number; body: ApiErrorBody["error"] | null }
  | { kind: "network" }
  | { kind: "timeout"; timeoutMs: number }
  | { kind: "aborted" }
  /** The answer does not match the contract, for example when the page is older than the server. */
  | { kind: "malformed" };

export class HttpError extends Error {
  override name = "HttpError";
  readonly code = "http_failed";
  readonly failure: HttpFailure;

  constructor(failure: HttpFailure, cause?: unknown) {
    super(`http ${failure.kind}`, { cause });
    this.failure = failure;
  }

  get isRetryable(): boolean {
    return this.failure.kind === "network" || this.failure.kind === "timeout";
  }
}

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** The input of a request: only the parts that its endpoint declares. */
export type CallInput<E extends Endpoint> = Present<{
  params: EndpointParams<E>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
}> & { signal?: AbortSignal };

export interface HttpClient {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<EndpointAnswer<E>>;
}

export interface HttpOptions {
  fetch: typeof fetch;
  timeoutMs: number;
  /**
   * Returns the CSRF token for requests that change state. With `fresh`, after `csrf_failed`, it
   * loads a new one.
   */
  csrfToken: (fresh: boolean) => Promise<string>;
  readSent: (sent: unknown) => unknown;
  /** The first script of the page; `null` if the page has none. */
  pageEntry: string | null;
  /** Is called when the person must sign in again, with the page from the answer. */
  onSignedOut: (signIn: string | null) => void;
}

interface LooseInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Creates the console's HTTP client, with a timeout, abort by signal and answers parsed by schema.
 */
export function createHttpClient(options: HttpOptions): HttpClient {
  return {
    async call(endpoint, input) {
      const loose = input as LooseInput;
      const answer = await send(options, endpoint, loose);
      const parsed = endpoint.answer.safeParse(options.readSent(answer));
      if (!parsed.success) {
        throw new HttpError({ kind: "malformed" }, parsed.error);
      }
      return parsed.data as EndpointAnswer<typeof endpoint>;
    },
  };
}

async function send(options: HttpOptions, endpoint: Endpoint, input: LooseInput) {
  const first = await attempt(options, endpoint, { input, freshToken: false });
  if (first.status !== 403 || first.error?.code !== "csrf_failed") {
    return readOrThrow(options, first);
  }
  return readOrThrow(options, await attempt(options, endpoint, { input, freshToken: true }));
}

interface Attempt {
  status: number;
  ok: boolean;
  json: unknown;
  error: ApiErrorBody["error"] | null;
}

function readOrThrow(options: HttpOptions, answer: Attempt): unknown {
  if (answer.ok) {
    return answer.json;
  }
  if (answer.status === 401) {
    options.onSignedOut(answer.error?.signIn ?? null);
  }
  throw new HttpError({ kind: "answered", status: answer.status, body: answer.error });
}

async function attempt(
  options: HttpOptions,
  endpoint: Endpoint,
  { input, freshToken }: { input: LooseInput; freshToken: boolean },
): Promise<Attempt> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = input.signal === undefined ? timeout : AbortSignal.any([timeout, input.signal]);
  try {
    const response = await options.fetch(buildUrl(endpoint, input), {
      method: endpoint.method,
      headers: await buildHeaders(options, endpoint, freshToken),
      credentials: "same-origin",
      signal,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    return await readAnswer(response);
  } catch (cause) {
    throw new HttpError(classifyFailure(options, { timeout, caller: input.signal }), cause);
  }
}

function classifyFailure(
  options: HttpOptions,
  signals: { timeout: AbortSignal; caller: AbortSignal | undefined },
): HttpFailure {
  if (signals.caller?.aborted === true) {
    return { kind: "aborted" };
  }
  if (signals.timeout.aborted) {
    return { kind: "timeout", timeoutMs: options.timeoutMs };
  }
  return { kind: "network" };
}

async function readAnswer(response: Response): Promise<Attempt> {
  const json: unknown = await response.json().catch((error: unknown) => {
    // Text that is not JSON is still an answer. An answer that was cut off or came too late counts
    // as no answer.
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  });
  const error = apiError.safeParse(json);
  return {
    status: response.status,
    ok: response.ok,
    json,
    error: error.success ? error.data.error : null,
  };
}

async function buildHeaders(options: HttpOptions, endpoint: Endpoint, freshToken: boolean) {
  const headers: Record<string, string> = { accept: "application/json" };
  if (endpoint.method === "GET") {
    return headers;
  }
  headers["content-type"] = "application/json";
  headers["x-csrf-token"] = await options.csrfToken(freshToken);
  if (options.pageEntry !== null) {
    headers[PAGE_HEADER] = options.pageEntry;
  }
  return headers;
}

function buildUrl(endpoint: Endpoint, input: LooseInput): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? "")),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) {
      query.set(name, String(value));
    }
  }
  return `/api${path}${query.size === 0 ? "" : `?${query.toString()}`}`;
}
