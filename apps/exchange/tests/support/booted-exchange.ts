import twilio, { type Twilio } from "twilio";

import { programEnvironment } from "@linedesk/speech";
import { VoiceClient, type VoiceHost } from "@linedesk/testkit";
import { readConfig, startExchange, type Exchange, type ExchangeConfig } from "../../src/index.ts";
import { ScriptedWebApp } from "./scripted-web-app.ts";

type RequestOptions<Data> = Parameters<typeof RequestClient.prototype.request<Data>>[0];

type StartOptions = Parameters<typeof VoiceClient.start>[0];
type DeviceOptions = Partial<StartOptions> & { host?: VoiceHost };

const { AccessToken } = twilio.jwt;
const { RequestClient } = twilio;

interface ClientInCall {
  device: VoiceClient;
  call: Awaited<ReturnType<VoiceClient["connect"]>>;
  callSid: string;
}

interface AskInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | null;
  login?: [user: string, password: string];
}

/**
 * The official client, redirected to our address in the way that Twilio recommends
 * (twilio-node#326).
 */
export function twilioClient(
  exchange: Pick<Exchange, "url" | "account">,
  login?: [user: string, password: string],
  accountSid = exchange.account.sid,
): Twilio {
  class RedirectedClient extends RequestClient {
    override request<Data>(
      options: RequestOptions<Data>,
    ): ReturnType<typeof RequestClient.prototype.request<Data>> {
      options.uri = options.uri.replace("https://api.twilio.com", exchange.url);
      return super.request(options);
    }
  }
  const [user, password] = login ?? [exchange.account.sid, exchange.account.authToken];
  return twilio(user, password, {
    accountSid,
    httpClient: new RedirectedClient(),
  });
}

export function testConfig(more: Partial<ExchangeConfig> = {}): ExchangeConfig {
  return {
    ...readConfig({ LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent" }),
    programEnvironment: programEnvironment(process.env),
    port: 0,
    sip: { ...readConfig({}).sip, host: "127.0.0.1", port: 0 },
    media: { host: "127.0.0.1", ports: null, advertised: null, relays: null },
    dataFolder: null,
    ...more,
  };
}

/**
 * A whole exchange, an application behind it, and clients of both. Only the first exchange of a
 * process serves browsers (see `startMedia`), because the WebRTC library can use only one thread of
 * a process. A test that needs two exchanges with browsers starts one in a separate process.
 */
export class BootedExchange {
  readonly exchange: Exchange;
  readonly web: ScriptedWebApp;
  readonly rest: Twilio;
  readonly applicationSid: string;
  readonly #clients: VoiceClient[] = [];

  private constructor(
    exchange: Exchange,
    web: ScriptedWebApp,
    rest: Twilio,
    applicationSid: string,
  ) {
    this.exchange = exchange;
    this.web = web;
    this.rest = rest;
    this.applicationSid = applicationSid;
  }

  static async start(
    options: Parameters<typeof startExchange>[1] = {},
    config: Partial<ExchangeConfig> = {},
  ): Promise<BootedExchange> {
    const web = await ScriptedWebApp.start();
    const exchange = await startExchange(testConfig(config), options);
    const rest = twilioClient(exchange);
    const application = await rest.applications.create({
      friendlyName: "the desk",
      voiceUrl: web.url("/voice"),
      statusCallback: web.url("/status"),
    });
    return new BootedExchange(exchange, web, rest, application.sid);
  }

  token(
    identity: string,
    more: {
      applicationSid?: string | null;
      ttl?: number;
      key?: { sid: string; secret: string };
    } = {},
  ): string {
    const { sid, apiKey, apiSecret } = this.exchange.account;
    const { key = { sid: apiKey, secret: apiSecret }, ttl = 600 } = more;
    const token = new AccessToken(sid, key.sid, key.secret, { identity, ttl });
    const application =
      more.applicationSid === undefined ? this.applicationSid : more.applicationSid;
    token.addGrant(
      new AccessToken.VoiceGrant({
        incomingAllow: true,
        ...(application === null ? {} : { outgoingApplicationSid: application }),
      }),
    );
    return token.toJwt();
  }

  async device(identity: string, more: DeviceOptions = {}): Promise<VoiceClient> {
    const client = await this.unregisteredDevice(identity, more);
    await client.register();
    return client;
  }

  async unregisteredDevice(identity: string, options: DeviceOptions = {}): Promise<VoiceClient> {
    const { host, ...more } = options;
    const start = {
      signalUrl: this.exchange.signalUrl,
      ...more,
      token: more.token ?? this.token(identity),
      maxCallSignalingTimeoutMs: more.maxCallSignalingTimeoutMs ?? 30_000,
    };
    const client = await VoiceClient.start(start, host);
    this.#clients.push(client);
    return client;
  }

  /**
   * Calls the application as that identity and resolves when the call is connected. The call runs
   * this document.
   */
  async inCall(identity: string, document?: string): Promise<ClientInCall> {
    if (document !== undefined) {
      this.web.answer("/voice", document);
    }
    const device = await this.device(identity);
    const call = await device.connect();
    await call.waitFor("accept");
    return { device, call, callSid: String((await call.describe()).callSid) };
  }

  request(path: string, init: AskInit = {}): Promise<Response> {
    const { url, account } = this.exchange;
    const { login = [account.sid, account.authToken], headers, ...rest } = init;
    const authorization = `Basic ${btoa(login.join(":"))}`;
    return fetch(`${url}/2010-04-01/Accounts/${account.sid}${path}`, {
      ...rest,
      headers: { authorization, ...headers },
    });
  }

  async loseClients(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
  }

  async endClients(): Promise<void> {
    await this.loseClients();
    const ringing = await this.rest.calls.list({ status: "ringing" });
    // An update fails when the call has ended by itself, which does not matter.
    await Promise.allSettled(
      ringing.map(({ sid }) => this.rest.calls(sid).update({ status: "completed" })),
    );
  }

  async close(): Promise<void> {
    await this.endClients();
    await this.exchange.close();
    await this.web.close();
  }
}

/**
 * Repeats a query until its answer fits. At the timeout it throws an error with the last answer.
 */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  fits: (value: Value) => boolean,
  timeoutMs = 60_000,
): Promise<Value> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const value = await ask();
    if (fits(value)) {
      return value;
    }
    if (performance.now() > endMs) {
      throw new Error(`timed out; the last value was ${JSON.stringify(value)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
