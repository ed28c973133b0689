import type { ApiErrorBody, Call, Claim, DeviceLine } from "@linedesk/contract";
import type { Person } from "./people.ts";
import { openDesk, type TelephoneDesk } from "./telephone-desk.ts";

interface DialAnswer {
  status: number;
  call: Call;
  claim: Claim;
  error?: ApiErrorBody["error"];
}

export const dialledNumber = "+61491570156";

/** A desk at which the tests dial in sequence. */
export class OutboundDesk {
  readonly desk: TelephoneDesk;

  constructor(desk: TelephoneDesk) {
    this.desk = desk;
  }

  static async open(env: Record<string, string> = {}): Promise<OutboundDesk> {
    return new OutboundDesk(await openDesk({ DIAL_PERSON_CALLS_PER_MINUTE: "0", ...env }));
  }

  /**
   * Ends every call and moves the clock by a minute, so that claims expire and no dialled call is
   * in the last minute.
   */
  async clear(): Promise<void> {
    const { service, clock, feature, people } = this.desk;
    service.isSilent = false;
    service.dialAnswer = null;
    for (const sid of service.calls.keys()) {
      await service.drop(sid);
    }
    await service.settle();
    clock.push(61_000);
    await feature.monitor.tick();
    for (const { id } of await this.calls()) {
      await this.desk.post("/twilio/calls/reject_call", { calls: [id] }, people.owner);
    }
    await this.desk.pass(6_000);
    service.dialled.clear();
  }

  async calls(): Promise<Call[]> {
    const { station, people } = this.desk;
    const path = `/twilio/calls/call_list?station=${station}`;
    return (await this.desk.get(path, people.owner)).body["calls"] as Call[];
  }

  async setMaxDial(seconds: number): Promise<void> {
    await this.desk.db
      .updateTable("station_telephony")
      .set({ max_dial_s: seconds })
      .where("station_id", "=", this.desk.station)
      .execute();
  }

  async setProgramme(url: string | null): Promise<void> {
    await this.desk.db
      .updateTable("station_telephony")
      .set({ live_programme_url: url })
      .where("station_id", "=", this.desk.station)
      .execute();
  }

  async dial(person: Person, to = "0491 570 156", more: object = {}): Promise<DialAnswer> {
    const body = { station: this.desk.station, to, line: "line1", ...more };
    const answer = await this.desk.post("/twilio/calls/outbound_conference", body, person);
    return { status: answer.status, ...(answer.body as unknown as Omit<DialAnswer, "status">) };
  }

  /**
   * Dials, and lets the operator's softphone join the room. Returns the call, the operator's leg,
   * and `sid`, the leg that rings.
   */
  async ringOut(person: Person, to?: string, line: DeviceLine = "line1") {
    const { call, claim } = await this.dial(person, to, { line });
    const { sid: leg } = await this.desk.service.connect(person.id, claim.id);
    await this.desk.service.settle();
    return { id: call.id, leg, sid: this.dialledLegs().at(-1) ?? "" };
  }

  dialledLegs(): string[] {
    return [...this.desk.service.dialled.keys()];
  }

  commandsOf(sid: string): string[] {
    return this.desk.service.commands.filter((one) => one.sid === sid).map(({ type }) => type);
  }
}
