import { settled } from "@linedesk/base/testing";
import type { ConferenceApi } from "../calls/conferences/conference-api.ts";
import { CoreUnderTest, type InboundCall } from "./core-under-test.ts";

const EVENTS = `statusCallback="/room" statusCallbackEvent="start end join leave mute hold modify announcement speaker quality"`;
export class ConferenceHarness {
  readonly it = new CoreUnderTest();

  async join(attributes = "", kind: "client" | "sip" = "sip"): Promise<InboundCall> {
    const noun = `<Conference beep="false" ${attributes} ${EVENTS}>talk</Conference>`;
    return this.it.ringInto(`<Dial action="/done">${noun}</Dial>`, kind);
  }

  get room() {
    const [room] = this.it.core.conferences.list();
    if (!room) {
      throw new Error("there is no conference");
    }
    return room;
  }

  get callbacks() {
    return this.it.web.requestsTo("/room").map(({ StatusCallbackEvent }) => StatusCallbackEvent);
  }

  of(event: string) {
    return this.it.web.requestsTo("/room").filter((each) => each["StatusCallbackEvent"] === event);
  }

  /** The caller uses a telephone, the operator a browser. */
  async start(operator = "") {
    this.it.web.respondWith("/done", "<Hangup/>");
    const agent = await this.join(operator, "client");
    const caller = await this.join();
    return { agent, caller };
  }

  async update(
    { sid }: InboundCall,
    change: Parameters<ConferenceApi["updateParticipant"]>[2],
  ): Promise<void> {
    this.it.core.conferences.updateParticipant("talk", sid, change);
    await settled();
  }
}

export async function aConference(operator = "") {
  const harness = new ConferenceHarness();
  return { harness, ...(await harness.start(operator)) };
}
