import type { Call, Claim, Conference, DeviceLine } from "@linedesk/contract";
import type { Person } from "./people.ts";
import { openDesk, type TelephoneDesk } from "./telephone-desk.ts";

interface Answer {
  status: number;
  conference: Conference | null;
  calls: Call[];
  claim: Claim | null;
  error?: { code: string; message: string; fields?: Record<string, string> };
}

export class ConferenceDesk {
  readonly desk: TelephoneDesk;

  constructor(desk: TelephoneDesk) {
    this.desk = desk;
  }

  static async open(): Promise<ConferenceDesk> {
    const desk = await openDesk();
    await desk.db
      .insertInto("station_line_feed")
      .values({ station_id: desk.station, line: "line2", feeds_air: true })
      .execute();
    return new ConferenceDesk(desk);
  }

  async clear(): Promise<void> {
    await this.feedAir(true);
    for (const sid of this.desk.service.calls.keys()) {
      await this.desk.service.drop(sid);
    }
    await this.desk.service.settle();
  }

  async feedAir(feeds_air: boolean): Promise<void> {
    await this.desk.db.updateTable("station_line_feed").set({ feeds_air }).execute();
  }

  async act(person: Person, body: object): Promise<Answer> {
    const { status, body: answer } = await this.desk.post("/conference", body, person);
    await this.desk.service.settle();
    return { status, ...(answer as unknown as Omit<Answer, "status">) };
  }

  async ofTwo(line: DeviceLine = "line1") {
    const { presenter } = this.desk.people;
    const one = await this.desk.converse(presenter, line, "+61491570156");
    const two = await this.desk.ring("+61491570157");
    const started = await this.act(presenter, { action: "start", calls: [one.id, two.id] });
    if (started.conference === null) {
      throw new Error("no conference");
    }
    return { one, two, leg: one.leg, id: started.conference.id };
  }

  membersOf(conference: string): string[] {
    const room = this.desk.service.rooms.get(`conference:${conference}`);
    return [...(room?.participants.keys() ?? [])].toSorted();
  }
}
