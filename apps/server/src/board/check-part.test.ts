import { describe, expect, test } from "vitest";

import type { PhoneLineRecord } from "../stations/phone-lines/phone-line-store.ts";
import type { ExchangeTrunk } from "../telephony/exchange-trunks.ts";
import {
  checkBackup,
  checkCertificate,
  checkClock,
  checkDisk,
  checkLine,
  checkNumber,
  checkPart,
  checkSeats,
  checkTrunks,
  hasWorkingTrunk,
} from "./check-part.ts";

const now = new Date("2026-03-01T00:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
function ago(ms: number): Date {
  return new Date(now.getTime() - ms);
}

const line: PhoneLineRecord = {
  id: "1",
  station: "2",
  name: "Main",
  number: "+61255500101",
  isOwn: true,
  open: true,
  priority: false,
  holdMusicUrl: null,
  lineClosedUrl: null,
  forwardTo: null,
  stationHoldMusicUrl: null,
  stationLiveProgrammeUrl: null,
  stationLineClosedUrl: null,
  stationLinesBusyUrl: null,
  maxDialS: 60,
  stationForwardTo: null,
  openingHours: null,
  lineClosedWords: null,
  linesBusyWords: null,
  rehearsalUntil: null,
  withheld: "accept",
  withheldWords: null,
  loop: { startedAt: null, reachedAt: null, failure: null },
};
const never = { timeZone: "UTC", week: [{ day: 3, from: "00:00", to: "01:00" }], holidays: [] };

describe("[AD30] the go/no-go board", () => {
  test.each([
    ["up", "go"],
    ["down", "no_go"],
  ] as const)("shows a part that is %s as %s", (state, expected) => {
    expect(checkPart("realtime", state)).toMatchObject({ state: expected, finding: state });
  });

  test.each([
    [true, true, "go", "registered"],
    [true, false, "no_go", "silent"],
    [false, true, "no_go", "not_registered"],
    [null, true, "go", "answers"],
    [null, false, "no_go", "silent"],
    [null, null, "look", "not_asked"],
  ] as const)(
    "shows a trunk with registered %s and answers %s as %s, %s",
    (registered, answers, state, finding) => {
      const hosts = ["sip.carrier.example"];
      const trunk = {
        sid: "TK",
        name: "carrier",
        hosts,
        transport: "udp",
        calls: 0,
        channels: null,
      };
      expect(checkTrunks([{ ...trunk, configured: true, registered, answers }])).toMatchObject([
        { state, finding },
      ]);
    },
  );

  test("shows that there is no trunk, and shows no trunk check without an exchange", () => {
    expect(checkTrunks([])).toMatchObject([{ state: "look", finding: "no_trunk" }]);
    expect(checkTrunks(null)).toEqual([]);
  });

  test.each([
    [{}, "go", "open"],
    [{ open: false }, "look", "closed"],
    [{ openingHours: never }, "look", "outside_hours"],
    [{ stationForwardTo: "+61270101999" }, "look", "forwarded"],
  ] as const)("shows a line %j as %s", (more, state, finding) => {
    const given = { ...line, ...more } as PhoneLineRecord;
    const forward = { to: "+61270101999" };
    expect(checkLine(given, now, forward)).toMatchObject({ name: "Main", state, finding });
  });

  test.each([
    [null, null, null, "look", "not_tested"],
    [ago(44_999), null, null, "look", "under_way"],
    [ago(45_000), null, null, "no_go", "not_reached"],
    [ago(1_000), null, "refused", "no_go", "not_reached"],
    [ago(1_000), ago(2_000), "no_trunk", "look", "no_way"],
    [ago(1_000), ago(2_000), "not_own", "look", "not_own"],
    [ago(HOUR_MS), ago(HOUR_MS - 1), null, "go", "reached"],
    [ago(HOUR_MS), ago(2 * HOUR_MS), null, "no_go", "not_reached"],
    [ago(25 * HOUR_MS), ago(25 * HOUR_MS), null, "look", "not_tested"],
  ] as const)(
    "shows a number called at %s, reached at %s, with the failure %s as %s, %s",
    (startedAt, reachedAt, failure, ...outcome) => {
      const [state, finding] = outcome;
      const loop = { startedAt, reachedAt, failure };
      const look = { now, hasWay: false };
      expect(checkNumber({ ...line, loop }, look)).toMatchObject({ state, finding });
    },
  );

  test("[AD30] shows a number whose test found no working trunk as not tested once a trunk works", () => {
    const loop = { startedAt: ago(1_000), reachedAt: null, failure: "no_trunk" } as const;
    const trunk = { registered: null, answers: true } as ExchangeTrunk;
    const dead = { registered: null, answers: false } as ExchangeTrunk;

    const findings = [[], [dead], [dead, trunk]].map((trunks) => {
      const look = { now, hasWay: hasWorkingTrunk(trunks) };
      return checkNumber({ ...line, loop }, look).finding;
    });

    expect(findings).toEqual(["no_way", "no_way", "not_tested"]);
  });

  test("shows a seat as ready for 12 h after a passed sound check, unless it is asleep", () => {
    const failed = { status: "failed", code: 31_401, message: "no microphone" } as const;
    const report = { status: "completed", report: {} } as unknown as typeof failed;
    function seat(name: string, at: Date, outcome: typeof failed, asleep = false) {
      return { name, asleep, preflight: { at: at.toISOString(), outcome } };
    }
    const seats = [
      seat("Ann", ago(12 * HOUR_MS), report),
      seat("Bea", ago(12 * HOUR_MS + 1), report),
      seat("Cy", ago(MINUTE_MS), failed),
      seat("Di", ago(0), report, true),
      { name: "Ed", asleep: false, preflight: null },
    ];
    expect(
      checkSeats(seats, now).map(({ name, state, finding }) => [name, state, finding]),
    ).toEqual([
      ["Ann", "go", "ready"],
      ["Bea", "look", "old_check"],
      ["Cy", "no_go", "failed_check"],
      ["Di", "look", "asleep"],
      ["Ed", "look", "no_check"],
    ]);
    expect(checkSeats([], now)).toMatchObject([{ state: "no_go", finding: "nobody" }]);
  });

  test("shows the machine: disk, certificate, clock and backup", () => {
    expect(checkDisk("down", 5_000)).toMatchObject({ state: "no_go" });
    expect(checkDisk("up", 2_047)).toMatchObject({ state: "look", amount: 2_047 });
    expect(checkDisk("up", 2_048)).toMatchObject({ state: "go", amount: 2_048 });
    expect(checkDisk("up", null)).toMatchObject({ state: "look", finding: "not_known" });
    const days = (count: number) => ({
      kind: "configured" as const,
      validTo: ago(-count * 24 * HOUR_MS),
    });
    expect(checkCertificate(days(14), now)).toMatchObject({ state: "go", amount: 14 });
    expect(checkCertificate(days(13), now)).toMatchObject({ state: "look", finding: "ends_soon" });
    expect(checkCertificate(days(-1), now)).toMatchObject({ state: "no_go", finding: "ended" });
    expect(checkCertificate({ ...days(90), kind: "self_signed" }, now)).toMatchObject({
      state: "look",
    });
    expect(checkCertificate({ kind: "elsewhere" }, now)).toMatchObject({ state: "go" });
    expect(checkCertificate(null, now)).toMatchObject({ state: "look", finding: "not_known" });
    expect(checkClock(ago(2_000), now)).toMatchObject({ state: "go" });
    expect(checkClock(ago(-3_000), now)).toMatchObject({ state: "no_go", amount: 3 });
    expect(checkClock(null, now)).toMatchObject({ state: "look" });
    expect(checkBackup("unset", now)).toMatchObject({ state: "look", finding: "no_stamp" });
    expect(checkBackup(null, now)).toMatchObject({ state: "no_go", finding: "no_backup" });
    expect(checkBackup(ago(26 * HOUR_MS), now)).toMatchObject({ state: "go", amount: 26 });
    expect(checkBackup(ago(27 * HOUR_MS), now)).toMatchObject({ state: "look", amount: 27 });
    expect(checkBackup(ago(169 * HOUR_MS), now)).toMatchObject({ state: "no_go", amount: 169 });
  });
});
