import { expect, type Page } from "@playwright/test";

import type { Call } from "@linedesk/contract";
import { callApi, myStations } from "../../e2e/support/api.ts";
import { BaresipPhone } from "../../e2e/support/baresip-phone.ts";
import { answer, lineCard, queueRow } from "../../e2e/support/desk.ts";
import type { Phone } from "../support/packet-gaps.ts";
import { isAudible, type Bridge, bridgeOfEcho, bridgeOfLine, bridgeOfPage } from "./bridges.ts";
import type { Caller } from "./callers.ts";
import { type CrashStation, dialledHz, operatorsHz } from "./crash-station.ts";
import { EchoCaller } from "./echo-caller.ts";
import type { ProtocolDesk } from "./protocol-desk.ts";
import type { ProtocolLine } from "./protocol-line.ts";

const LINE = "+61255500101";
const DIALLED = "+61491572345";
const HELD_BY_EACH = 4;
const MOST_TRIES = 5;
const BARESIP = { number: "+61491570158", hz: 2_230 };
const ECHO = "+61491570159";
const HOUR_S = 3_600;

/** Everything that must still exist after a crash. */
export interface SeatCalls {
  bridges: Bridge[];
  /** The telephones that are not in `CrashStation.callers`. */
  phones: Phone[];
  /** The calls of other programs, by their names. */
  programs: { name: string; isCalling: () => boolean }[];
  close(): void;
}

/** Brings callers onto the lines of all desks, into conferences, and on hold. */
export async function openSeatCalls(crash: CrashStation): Promise<SeatCalls> {
  for (const desk of crash.desks.values()) {
    await holdSome(crash, desk);
  }
  const onAir = await openConferenceOnAir(crash);
  const shared = await openSharedConference(crash);
  const dialled = await openDialled(crash);
  const programs = await openPrograms(crash);
  return {
    bridges: [...onAir, ...shared, dialled.bridge, ...programs.bridges],
    phones: [dialled.phone],
    programs: programs.programs,
    close: programs.close,
  };
}

/** Lets a listener call, and waits until the desk shows the call. */
async function ringAndFind(crash: CrashStation, desk: ProtocolDesk) {
  const caller = await crash.callers.ring();
  const find = () => desk.findByNumber(caller.number);
  return { caller, call: await desk.until(`showing ${caller.number}`, find) };
}

async function holdSome(crash: CrashStation, desk: ProtocolDesk): Promise<void> {
  for (let count = 0; count < HELD_BY_EACH; count += 1) {
    const { call } = await ringAndFind(crash, desk);

    await desk.take(call.id, "line1");

    await untilAccepted(desk, "/twilio/calls/handle_hold", { call: call.id, hold: true });
    await desk.until("on hold", () => desk.calls.get(call.id)?.desk.status === "held");
    await lineOf(desk).disconnect();
  }
}

/** Presses again while a busy machine delays the exchange. */
async function untilAccepted(desk: ProtocolDesk, path: string, json: object): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { status, body } = await desk.press(path, json);
    if (status === 200) {
      return;
    }
    if (tries === MOST_TRIES) {
      throw new Error(`${desk.name} ${path}: ${JSON.stringify(body)}`);
    }
  }
}

function lineOf(desk: ProtocolDesk, line: "line1" | "line2" = "line1"): ProtocolLine {
  const found = desk.lines.get(line);
  if (found === undefined) {
    throw new Error(`${desk.name} has no ${line}.`);
  }
  return found;
}

/** Opens Alice's conference of three on air, in the browser, with the three kinds of codecs. */
async function openConferenceOnAir(crash: CrashStation): Promise<Bridge[]> {
  const { page } = crash;
  const [mine] = await myStations(page);
  const feed = { station: mine?.id, line: "line2", feedsAir: true };
  expect((await callApi(page, "/api/station/line_feed", feed)).ok()).toBe(true);
  await expect(lineCard(page, 2)).toHaveAttribute("data-to-air", "true");
  await page.keyboard.press("2");
  await expect(page.getByRole("region", { name: /^line 2.*selected/i })).toBeVisible();
  const members: Caller[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { caller } = await ringAndFind(crash, crash.desk("Dan"));
    const { shown } = caller;

    if (count === 0) {
      await answer(page, shown);
      await expect(lineCard(page, 2)).toHaveAttribute("data-tone", "on_air", { timeout: 20_000 });
    } else {
      await bringIn(page, shown);
    }
    members.push(caller);
  }
  await expect(lineCard(page, 2)).toContainText("Conference, 3 people");
  return members.map(({ phone, hz, codec }) =>
    bridgeOfPage(`on air, ${codec}`, page, { phone, hz, ownHz: operatorsHz.Alice }),
  );
}

async function bringIn(page: Page, shown: string): Promise<void> {
  await expect(async () => {
    await queueRow(page, shown)
      .getByRole("button", { name: /^more for/i })
      .click({ timeout: 3_000 });
    await page
      .getByRole("menuitem", { name: "Bring into the conference" })
      .click({ timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
}

/** Opens Dan's conference off air: a talking, a muted and a held member, and Erin as operator. */
async function openSharedConference(crash: CrashStation): Promise<Bridge[]> {
  const [dan, erin] = [crash.desk("Dan"), crash.desk("Erin")];
  const first = await ringAndFind(crash, dan);
  await dan.take(first.call.id, "line1");
  const others = [await ringAndFind(crash, dan), await ringAndFind(crash, dan)];
  const calls = [first.call.id, ...others.map(({ call }) => call.id)];
  const { conference } = await dan.must("/conference", { action: "start", calls });
  const id = conference?.id;
  const [muted, held] = calls.slice(1);
  await dan.until("joined", () => calls.every((call) => isMember(dan.calls.get(call))));
  await dan.must("/conference", { action: "mute", conference: id, calls: [muted], on: true });
  await dan.must("/conference", { action: "hold", conference: id, calls: [held], on: true });
  lineOf(dan).conference = id ?? null;
  const second = await erin.addLine("line2", operatorsHz.Erin);
  await second.joinConference(id ?? "");
  const { phone, hz } = first.caller;
  return [
    bridgeOfLine("conference, first operator", lineOf(dan), { phone, hz }),
    bridgeOfLine("conference, second operator", second, { phone, hz }),
    {
      name: "conference, muted member",
      isReceived: async () => {
        const mutedCaller = others[0]?.caller;
        return (
          mutedCaller !== undefined &&
          isAudible(mutedCaller.phone, operatorsHz.Dan) &&
          !isAudible(phone, mutedCaller.hz)
        );
      },
    },
  ];
}

function isMember(call: Call | undefined): boolean {
  return call !== undefined && call.conference !== null;
}

/** Lets Erin dial a telephone behind the trunk. */
async function openDialled(crash: CrashStation): Promise<{ bridge: Bridge; phone: Phone }> {
  const erin = crash.desk("Erin");
  const line = lineOf(erin);
  const { call, claim } = await erin.must("/twilio/calls/outbound_conference", {
    station: erin.station,
    to: DIALLED,
    line: "line1",
  });
  const answered = crash.telephone.nextCall();
  await line.connect(call?.id ?? "", claim?.id ?? "");
  const phone = await answered;
  await phone.answered;
  return { bridge: bridgeOfLine("dialled", line, { phone, hz: dialledHz }), phone };
}

/** Lets Bob talk with baresip, and Carla with SIPp. */
async function openPrograms(crash: CrashStation) {
  const [bob, carla] = [crash.desk("Bob"), crash.desk("Carla")];
  const { sip } = crash.station;
  const baresip = new BaresipPhone("0255500101", sip, { saysHz: BARESIP.hz, lastsS: HOUR_S });
  await takeByNumber(bob, BARESIP.number);
  const exchange = { address: sip.host, port: sip.port };
  const echo = await EchoCaller.ring({ from: ECHO, to: LINE, exchange });
  await takeByNumber(carla, ECHO);
  return {
    bridges: [
      bridgeOfLine("baresip", lineOf(bob), { phone: baresip, hz: BARESIP.hz }),
      bridgeOfEcho("SIPp", lineOf(carla)),
    ],
    programs: [
      { name: "baresip", isCalling: () => baresip.isCalling },
      { name: "SIPp", isCalling: () => echo.isCalling },
    ],
    close: () => {
      baresip.close();
      echo.close();
    },
  };
}

async function takeByNumber(desk: ProtocolDesk, number: string): Promise<void> {
  const { id } = await desk.until(`showing ${number}`, () => desk.findByNumber(number));
  await desk.take(id, "line1");
}
