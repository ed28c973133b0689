import { pino } from "pino";

import { FakeClock, settled } from "@linedesk/base/testing";
import type { IncomingCall, LegEnd, LegSink } from "../calls/legs/leg.ts";
import type { ControlOptions, ControlSettings } from "../control/control-options.ts";
import { createExchangeControl } from "../control/create-exchange-control.ts";
import type { ExchangeControl } from "../control/exchange-control.ts";
import { FakeDialer, FakeLeg } from "./fake-edges.ts";
import { FakeMedia } from "./fake-media.ts";
import { APP, ScriptedWeb } from "./scripted-web.ts";

const ACCOUNT_SID = `AC${"0".repeat(32)}`;
const AUTH_TOKEN = "token-of-the-test";
export const STATION = "+61255500101";
export const LISTENER = "+61491570006";

export interface InboundCall {
  sid: string;
  sink: LegSink;
  leg: FakeLeg;
}

export class CoreUnderTest {
  readonly clock = new FakeClock();
  readonly media = new FakeMedia();
  readonly web = new ScriptedWeb();
  readonly client = new FakeDialer("client");
  readonly sip = new FakeDialer("sip");
  readonly core: ExchangeControl;

  constructor(
    defaults: Partial<ControlSettings> = {},
    more: Partial<Pick<ControlOptions, "logger">> = {},
  ) {
    this.core = createExchangeControl({
      media: this.media,
      dialers: { client: this.client, sip: this.sip },
      webhooks: { allowedHosts: ["app.test"], sender: this.web.send },
      account: { sid: ACCOUNT_SID, authToken: AUTH_TOKEN },
      clock: this.clock,
      logger: pino({ level: "silent" }),
      defaults: { speech: false, ...defaults },
      ...more,
    });
    this.web.on("/status", "").on("/room", "");
    this.core.directory.numbers.create({
      phoneNumber: STATION,
      voiceUrl: `${APP}/incoming`,
      statusCallback: `${APP}/status`,
    });
  }

  async ring(
    arrival: Partial<IncomingCall> = {},
    kind: "client" | "sip" = "sip",
  ): Promise<InboundCall> {
    const leg = new FakeLeg(kind);
    const { callSid: sid, sink } = this.core.edges.intake.receive(leg, {
      from: LISTENER,
      to: STATION,
      callerName: null,
      params: [],
      applicationSid: null,
      stirStatus: null,
      ...arrival,
    });
    await settled();
    return { sid, sink, leg };
  }

  async ringInto(verbs: string, kind: "client" | "sip" = "sip"): Promise<InboundCall> {
    this.web.respondWith("/incoming", verbs);
    return this.ring({}, kind);
  }

  async redirect(sid: string, path: string): Promise<void> {
    this.core.calls.update(sid, { program: { type: "url", url: APP + path, method: "POST" } });
    await settled();
  }

  status(sid: string): string | undefined {
    return this.core.calls.find(sid)?.status;
  }

  errorsOf(sid: string): number[] {
    return this.#notificationsOf(sid).map(({ errorCode }) => errorCode);
  }

  messagesOf(sid: string): string[] {
    return this.#notificationsOf(sid).map(({ message }) => message);
  }

  #notificationsOf(sid: string) {
    return this.core.reports.notifications.list(sid).reverse();
  }

  soundOf(call: { leg: FakeLeg }): string {
    return this.media.soundOf(call.leg.id);
  }

  async finish(call: { leg: FakeLeg }): Promise<void> {
    this.media.finish(call.leg.id);
    await settled();
  }
}

export async function aCallInto(verbs: string, kind: "client" | "sip" = "sip") {
  const it = new CoreUnderTest();
  return { it, call: await it.ringInto(verbs, kind) };
}

export async function answers({ sink }: { sink: LegSink }): Promise<void> {
  sink.onAnswered();
  await settled();
}

export async function ends(
  { sink }: { sink: LegSink },
  end: LegEnd = { cause: "hangup" },
): Promise<void> {
  sink.onEnded(end);
  await settled();
}

export async function soundsEarly(
  { sink }: { sink: LegSink },
  hasEarlyMedia = true,
): Promise<void> {
  sink.onEarlyMedia?.(hasEarlyMedia);
  await settled();
}
