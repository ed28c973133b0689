import type TwilioModule from "twilio";
import * as z from "zod";

import { TWILIO_CODES } from "@linedesk/base";
import { TelephonyError, TelephonyUnreachableError, type CommandResult } from "./telephony.ts";

// Only this file loads Twilio's library, at first use because it is large.

type Twilio = typeof TwilioModule;
export type TwilioClient = ReturnType<Twilio>;
/** The library does not export this type by name. */
type RequestOptions<T> = Parameters<InstanceType<Twilio["RequestClient"]>["request"]>[0] & {
  data?: T;
};

async function loadTwilio(): Promise<Twilio> {
  return (await import("twilio")).default;
}

/** The statuses of a call that has not ended, in the service's words. */
export const LIVE_STATUSES = ["queued", "ringing", "in-progress"] as const;

export const TWILIO_ORIGIN = "https://api.twilio.com";
const COMMAND_TIMEOUT_MS = 5_000;

export interface RestAccount {
  accountSid: string;
  apiKey: string;
  apiSecret: string;
  apiUrl: string | null;
  /** Twilio's region, and the edge by which its API is reached; both are parts of its host name. */
  region?: string | null;
  edge?: string;
}

/** Runs each request, and so finds out whether the service answers. */
type WatchRequest = <T>(request: () => Promise<T>) => Promise<T>;

/** This edge exists for softphones only. */
const SOFTPHONE_EDGE = "roaming";

/**
 * Returns the options of the client for the region. With an address other than Twilio's there are
 * none.
 */
function chooseRegion({ apiUrl, region = null, edge = SOFTPHONE_EDGE }: RestAccount): {
  region?: string;
  edge?: string;
} {
  if (apiUrl !== null || region === null) {
    return {};
  }
  return { region, ...(edge === SOFTPHONE_EDGE ? {} : { edge }) };
}

/** Returns the address of the API, with the region and the edge in its host name. */
export function serviceOrigin(account: RestAccount): string {
  const { region, edge } = chooseRegion(account);
  const host = ["api", edge, region].filter((part) => part !== undefined).join(".");
  return account.apiUrl ?? `https://${host}.twilio.com`;
}

/**
 * Creates the official client. With `apiUrl`, requests go there instead of to Twilio. The client
 * repeats a request that is answered 429, which means that too many ran at the same time.
 */
export async function createRestClient(
  account: RestAccount,
  watch: WatchRequest = (request) => request(),
): Promise<TwilioClient> {
  const twilio = await loadTwilio();
  const { apiUrl } = account;
  class RequestClient extends twilio.RequestClient {
    override request<T>(options: RequestOptions<T>) {
      const uri = apiUrl === null ? options.uri : options.uri.replace(TWILIO_ORIGIN, apiUrl);
      const timeout = options.timeout ?? COMMAND_TIMEOUT_MS;
      return watch(() => super.request<T>({ ...options, uri, timeout }));
    }
  }
  return twilio(account.apiKey, account.apiSecret, {
    accountSid: account.accountSid,
    ...chooseRegion(account),
    httpClient: new RequestClient({
      timeout: COMMAND_TIMEOUT_MS,
      keepAlive: true,
      maxSockets: 32,
      autoRetry: true,
      maxRetries: 3,
    }),
  });
}

export interface SignedRequest {
  /** The URL as it is configured, with its query; it is never derived from the Host header. */
  url: string;
  signature: string;
  params: Record<string, string | string[]>;
}

/** Returns true when the telephony service signed the request with one of these tokens. */
export async function isSignatureValid(authTokens: readonly string[], request: SignedRequest) {
  const twilio = await loadTwilio();
  return authTokens.some((authToken) =>
    twilio.validateRequest(authToken, request.signature, request.url, request.params),
  );
}

const restException = z.object({
  status: z.number(),
  code: z.number().nullish(),
  message: z.string(),
});

/** An ended call cannot be changed, so a request to end it has succeeded. */
const CALL_NOT_IN_PROGRESS = TWILIO_CODES.INVALID_CALL_STATE;

function toTelephonyError(error: unknown): TelephonyError | TelephonyUnreachableError {
  const answered = restException.safeParse(error);
  if (answered.success) {
    const { status, message, code } = answered.data;
    return new TelephonyError(message, { status, serviceCode: code ?? null }, { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new TelephonyUnreachableError(`The telephony service does not answer: ${message}`, {
    cause: error,
  });
}

/** Sends the request. Throws a failure as `TelephonyError` or `TelephonyUnreachableError`. */
export async function restRequest<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw toTelephonyError(error);
  }
}

export function isGone(error: unknown): boolean {
  return (
    error instanceof TelephonyError &&
    (error.status === 404 || error.serviceCode === CALL_NOT_IN_PROGRESS)
  );
}

/** Runs a command. A missing object is a result, not an error. */
export async function restCommand(request: () => Promise<unknown>): Promise<CommandResult> {
  try {
    await restRequest(request);
    return "done";
  } catch (error) {
    if (isGone(error)) {
      return "gone";
    }
    throw error;
  }
}
