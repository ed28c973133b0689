import * as z from "zod";

import type {
  AccountApplication,
  AccountNumber,
  AccountQueue,
  AccountResources,
  NumberRequest,
} from "./account-resources.ts";
import { restRequest, TWILIO_ORIGIN, type TwilioClient } from "./twilio-client.ts";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const numberFields = z
  .object({
    sid: z.string(),
    phone_number: z.string(),
    friendly_name: text,
    voice_url: text,
    voice_fallback_url: text,
    status_callback: text,
    voice_application_sid: text,
    trunk_sid: text,
    dialled_within: z.boolean().nullish(),
  })
  .transform((fields): AccountNumber => ({
    sid: fields.sid,
    number: fields.phone_number,
    name: fields.friendly_name,
    voiceUrl: fields.voice_url,
    fallbackUrl: fields.voice_fallback_url,
    statusUrl: fields.status_callback,
    voiceApplicationSid: fields.voice_application_sid,
    trunkSid: fields.trunk_sid,
    dialledWithin: fields.dialled_within ?? null,
  }));
const numberPage = z.object({
  incoming_phone_numbers: z.array(numberFields),
  next_page_uri: z.string().nullish(),
});

const PAGE_SIZE = 1_000;
/** The limits are above what an installation can have. Lists end at them. */
const MAX_PAGES = 5;
const LIST_LIMIT = 5_000;

export class ServiceAccount implements AccountResources {
  readonly #accountSid: string;
  readonly #isExchange: boolean;
  readonly #rest: () => Promise<TwilioClient>;

  constructor(
    account: { accountSid: string; isExchange: boolean },
    rest: () => Promise<TwilioClient>,
  ) {
    this.#accountSid = account.accountSid;
    this.#isExchange = account.isExchange;
    this.#rest = rest;
  }

  /** The library's own method omits `dialled_within`, which only our exchange has. */
  async listNumbers(): Promise<AccountNumber[]> {
    const rest = await this.#rest();
    const found: AccountNumber[] = [];
    const path = `/2010-04-01/Accounts/${this.#accountSid}/IncomingPhoneNumbers.json`;
    let uri: string | null = `${path}?PageSize=${PAGE_SIZE}`;
    for (let page = 0; uri !== null && page < MAX_PAGES; page += 1) {
      const at = `${TWILIO_ORIGIN}${uri}`;
      const { body } = await restRequest(() => rest.request({ method: "get", uri: at }));
      const read = numberPage.parse(body);
      found.push(...read.incoming_phone_numbers);
      uri = read.next_page_uri ?? null;
    }
    return found;
  }

  async listApplications(): Promise<AccountApplication[]> {
    const rest = await this.#rest();
    const found = await restRequest(() =>
      rest.applications.list({ limit: LIST_LIMIT, pageSize: PAGE_SIZE }),
    );
    return found.map(({ sid, friendlyName, voiceUrl, voiceFallbackUrl, statusCallback }) => ({
      sid,
      name: friendlyName ?? "",
      voiceUrl: voiceUrl ?? "",
      fallbackUrl: voiceFallbackUrl ?? "",
      statusUrl: statusCallback ?? "",
    }));
  }

  async listQueues(): Promise<AccountQueue[]> {
    const rest = await this.#rest();
    const found = await restRequest(() =>
      rest.queues.list({ limit: LIST_LIMIT, pageSize: PAGE_SIZE }),
    );
    return found.map(({ sid, friendlyName }) => ({ sid, name: friendlyName }));
  }

  async writeNumber(sid: string | null, request: NumberRequest): Promise<AccountNumber> {
    const { number, name, voiceUrl, fallbackUrl, statusUrl, isOwn } = request;
    const data = {
      ...(sid === null ? { PhoneNumber: number } : {}),
      FriendlyName: name,
      VoiceUrl: voiceUrl,
      VoiceMethod: "POST",
      VoiceFallbackUrl: fallbackUrl,
      VoiceFallbackMethod: "POST",
      StatusCallback: statusUrl,
      StatusCallbackMethod: "POST",
      // A number with an application or a trunk ignores its voice URL. At our exchange a trunk does
      // not have this effect.
      VoiceApplicationSid: "",
      ...(this.#isExchange ? { DialledWithin: isOwn } : { TrunkSid: "" }),
    };
    return numberFields.parse(await this.#post(sid === null ? "" : `/${sid}`, data));
  }

  async releaseNumber(sid: string): Promise<void> {
    await this.#post(`/${sid}`, { DialledWithin: false });
  }

  async writeApplication(
    sid: string | null,
    made: Omit<AccountApplication, "sid">,
  ): Promise<string> {
    const rest = await this.#rest();
    const settings = {
      friendlyName: made.name,
      voiceUrl: made.voiceUrl,
      voiceMethod: "POST",
      voiceFallbackUrl: made.fallbackUrl,
      voiceFallbackMethod: "POST",
      statusCallback: made.statusUrl,
      statusCallbackMethod: "POST",
    };
    const written = await restRequest(() =>
      sid === null ? rest.applications.create(settings) : rest.applications(sid).update(settings),
    );
    return written.sid;
  }

  async createQueue(name: string): Promise<string> {
    const rest = await this.#rest();
    return (await restRequest(() => rest.queues.create({ friendlyName: name, maxSize: PAGE_SIZE })))
      .sid;
  }

  async #post(path: string, data: object): Promise<unknown> {
    const rest = await this.#rest();
    const uri = `/Accounts/${this.#accountSid}/IncomingPhoneNumbers${path}.json`;
    return restRequest(() => rest.api.v2010.create({ uri, method: "post", data }));
  }
}
