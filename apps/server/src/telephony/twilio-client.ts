import type TwilioModule from "twilio";
import * as z from "zod";
import { TelephonyError, TelephonyUnreachableError, type CommandResult } from "./telephony.ts";

// The one file that loads Twilio's library: it is large, so only when it is first needed.

type Twilio = typeof TwilioModule;
export type TwilioRest = ReturnType<Twilio>;
/** The library does not export this type by name. */
type RequestOptions<T> = Parameters<InstanceType<Twilio["RequestClient"]>["request"]>[0] & {
  data?: T;
};

const loadTwilio = async (): Promise<Twilio> => (await import("twilio")).default;

const twilioOrigin = "https://api.twilio.com";
const commandTimeoutMs = 5_000;

export interface RestAccount {
  accountSid: string;
  apiKey: string;
  apiSecret: string;
  /** Base of the REST API; null is Twilio's own. */
  apiUrl: string | null;
}

/** The official client; with `apiUrl` every request goes there instead of to Twilio. */
export const openRest = async (account: RestAccount): Promise<TwilioRest> => {
  const twilio = await loadTwilio();
  const { apiUrl } = account;
  class RequestClient extends twilio.RequestClient {
    override request<T>(options: RequestOptions<T>) {
      const uri = apiUrl === null ? options.uri : options.uri.replace(twilioOrigin, apiUrl);
      return super.request<T>({ ...options, uri, timeout: options.timeout ?? commandTimeoutMs });
    }
  }
  return twilio(account.apiKey, account.apiSecret, {
    accountSid: account.accountSid,
    httpClient: new RequestClient({ timeout: commandTimeoutMs, keepAlive: true, maxSockets: 32 }),
  });
};

export interface SignedRequest {
  /** As it was configured, with its query; never made from the Host header. */
  url: string;
  signature: string;
  params: Record<string, string | string[]>;
}

/** Whether the telephony service signed the request [XW2]. */
export const isSigned = async (authToken: string, request: SignedRequest): Promise<boolean> => {
  const twilio = await loadTwilio();
  return twilio.validateRequest(authToken, request.signature, request.url, request.params);
};

const restException = z.object({
  status: z.number(),
  code: z.number().nullish(),
  message: z.string(),
});

/** An ended call cannot be changed: whoever wanted it ended has what he wanted. */
const callNotInProgress = 21220;

const asTelephonyError = (error: unknown): TelephonyError | TelephonyUnreachableError => {
  const answered = restException.safeParse(error);
  if (answered.success) {
    const { status, message, code } = answered.data;
    return new TelephonyError(message, { status, serviceCode: code ?? null }, { cause: error });
  }
  const said = error instanceof Error ? error.message : String(error);
  return new TelephonyUnreachableError(`The telephony service does not answer: ${said}`, {
    cause: error,
  });
};

/** Throws a REST failure as one of our two errors. */
export const ask = async <T>(request: () => Promise<T>): Promise<T> => {
  try {
    return await request();
  } catch (error) {
    throw asTelephonyError(error);
  }
};

export const isGone = (error: unknown): boolean =>
  error instanceof TelephonyError &&
  (error.status === 404 || error.serviceCode === callNotInProgress);

/** Runs a command; what is not there any more is an answer, not an error. */
export const command = async (request: () => Promise<unknown>): Promise<CommandResult> => {
  try {
    await ask(request);
    return "done";
  } catch (error) {
    if (isGone(error)) return "gone";
    throw error;
  }
};
