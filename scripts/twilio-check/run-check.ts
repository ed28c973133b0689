import { VoiceClient } from "@linedesk/testkit";
import { openTelephony } from "../../apps/server/src/telephony/open-telephony.ts";
import type { RestTelephony } from "../../apps/server/src/telephony/rest-telephony.ts";
import { twiml } from "../../apps/server/src/telephony/twiml.ts";
import { signVoiceToken } from "../../apps/server/src/telephony/voice-token.ts";
import { CheckAccount } from "./check-account.ts";
import type { CheckOptions } from "./check-options.ts";
import { type ReceivedWebhook, WebhookReceiver } from "./webhook-receiver.ts";

export interface CheckStep {
  name: string;
  tookMs: number;
}

export interface CheckResult {
  steps: CheckStep[];
  webhooks: ReceivedWebhook[];
  /** The reason why the check ended early, and what it could not remove. */
  problems: string[];
}

const ROOM = `twilio-check-${process.pid}`;
const CLAIM = "twilio-check";

/** Makes two calls, accepts, holds, resumes, merges and ends them, and removes all that it made. */
export async function runCheck(options: CheckOptions): Promise<CheckResult> {
  const telephony = openTelephony(options.telephony);
  const account = new CheckAccount(options, telephony);
  const { authToken } = options.telephony;
  const receiver = new WebhookReceiver({ url: options.url, authTokens: [authToken] }, (webhook) => {
    account.note(webhook.params["CallSid"] ?? "");
    return answerWebhook(options.url, account.queueName, webhook);
  });
  const steps = new CheckSteps({ options, telephony, account, receiver });
  const problems: string[] = [];
  try {
    await receiver.listen(options.port);
    await account.setUp();
    await steps.run();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await steps.close();
    problems.push(...(await account.cleanUp()));
    receiver.close();
  }
  return { steps: steps.done, webhooks: receiver.received, problems };
}

function answerWebhook(url: string, queue: string, { name, params }: ReceivedWebhook): string {
  switch (name) {
    case "incoming":
      return twiml.enqueue(queue, { wait: `${url}/wait`, action: `${url}/queue-ended` });
    case "wait":
    case "hold":
      return twiml.pauseAndHangUp(60);
    case "connect":
    case "join":
      return twiml.joinConference({
        room: ROOM,
        label: `member-${params["CallSid"] ?? ""}`,
        statusUrl: `${url}/conference`,
        waitUrl: name === "join" ? `${url}/hold` : "",
      });
    case "queue-ended":
    case "conference":
    case "status":
      return twiml.nothing();
  }
}

interface StepDeps {
  options: CheckOptions;
  telephony: RestTelephony;
  account: CheckAccount;
  receiver: WebhookReceiver;
}

class CheckSteps {
  readonly done: CheckStep[] = [];
  readonly #deps: StepDeps;
  #softphone: VoiceClient | null = null;

  constructor(deps: StepDeps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const caller = await this.#ring("ring: the webhook of the number");
    const room = await this.#accept(caller);
    await this.#hold({ roomSid: room, callSid: caller });
    const second = await this.#ring("ring: a second caller");
    await this.#bring(second, "conference: the second caller joins");
    await this.#hangUp([caller, second]);
  }

  async close(): Promise<void> {
    await this.#softphone?.close();
  }

  async #measure<T>(name: string, event: Promise<T>, command: () => Promise<unknown>): Promise<T> {
    const startedMs = performance.now();
    // A failed command must not leave the wait for its event without a handler.
    event.catch(() => undefined);
    await command();
    const found = await event;
    this.done.push({ name, tookMs: performance.now() - startedMs });
    return found;
  }

  /** Returns the sid of the caller's leg, which waits in the queue. */
  async #ring(name: string): Promise<string> {
    const { receiver, account } = this.#deps;
    const waits = receiver.next("wait");
    const arrival = await this.#measure(name, receiver.next("incoming"), () => account.ring());
    await waits;
    return arrival.params["CallSid"] ?? "";
  }

  /** Returns the sid of the room in which the operator and the caller are. */
  async #accept(caller: string): Promise<string> {
    const { receiver, options, account } = this.#deps;
    const { accountSid, apiKey, apiSecret, region } = options.telephony;
    const { applicationSid } = account;
    const grant = { accountSid, apiKey, apiSecret, region, applicationSid };
    const identity = { identity: "twilio-check", incoming: false };
    const token = await signVoiceToken({ ...grant, ...identity }, new Date());
    const softphone = await VoiceClient.start({ signalUrl: options.signalUrl, token });
    this.#softphone = softphone;
    const joined = receiver.next("conference", isJoin);
    const { params } = await this.#measure("accept: the operator is in the room", joined, () =>
      softphone.connect({ params: { claim: CLAIM } }),
    );
    await this.#bring(caller, "accept: the caller is in the room");
    return params["ConferenceSid"] ?? "";
  }

  async #bring(callSid: string, name: string): Promise<void> {
    const { receiver, telephony, account, options } = this.#deps;
    const url = `${options.url}/join`;
    const joined = receiver.next("conference", (one) => isJoin(one) && one["CallSid"] === callSid);
    await this.#measure(name, joined, () =>
      telephony.dequeue({ queueSid: account.queueSid, callSid, url }),
    );
  }

  async #hold(who: { roomSid: string; callSid: string }): Promise<void> {
    const { receiver, telephony, options } = this.#deps;
    const holdUrl = `${options.url}/hold`;
    const answered = this.#time("hold: the answer to the command");
    await this.#measure("hold: the event", receiver.next("conference", isEvent("hold")), () =>
      answered(() => telephony.hold({ ...who, holdUrl, unmute: false })),
    );
    await this.#measure("resume: the event", receiver.next("conference", isEvent("unhold")), () =>
      telephony.unhold(who),
    );
  }

  #time(name: string): (command: () => Promise<unknown>) => Promise<void> {
    return async (command) => {
      const startedMs = performance.now();
      await command();
      this.done.push({ name, tookMs: performance.now() - startedMs });
    };
  }

  async #hangUp(callers: readonly string[]): Promise<void> {
    const { receiver, telephony } = this.#deps;
    for (const callSid of callers) {
      const ended = receiver.next("status", (one) => one["CallSid"] === callSid && isOver(one));
      await this.#measure("hang up: the status of the call", ended, () =>
        telephony.endCall(callSid),
      );
    }
    const isEnd = (one: Record<string, string>) => one["StatusCallbackEvent"] === "conference-end";
    await this.#measure("hang up: the end of the room", receiver.next("conference", isEnd), () =>
      this.close(),
    );
  }
}

function isEvent(event: string): (params: Record<string, string>) => boolean {
  return (params) => params["StatusCallbackEvent"] === `participant-${event}`;
}
const isJoin = isEvent("join");

function isOver({ CallStatus: status }: Record<string, string>): boolean {
  return status === "completed";
}
