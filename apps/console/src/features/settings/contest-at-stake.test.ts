import { expect, test } from "vitest";

import type { Role, Station } from "@linedesk/contract";
import { type ContestAtStake, findContestLoss, findContestStation } from "./contest-at-stake.ts";

function aStation(id: string, role: Role): Station {
  return { id, callSign: id, name: id, role };
}

function running(isMine: boolean): ContestAtStake {
  return { status: "running", contest: { id: "1", counted: 57, startedBy: "Dan", isMine } };
}

test("[CW28] a number replaces any running contest, and an empty field ends only the person's own", () => {
  expect(findContestLoss(running(false), 9)).toMatchObject({ type: "replaced" });
  expect(findContestLoss(running(true), 9)).toMatchObject({ type: "replaced" });
  expect(findContestLoss(running(true), null)).toMatchObject({ type: "ended" });
  expect(findContestLoss(running(false), null)).toBeNull();
  expect(findContestLoss({ status: "unknown" }, 9)).toEqual({ type: "unknown" });
  expect(findContestLoss({ status: "none" }, 9)).toBeNull();
});

test("[ST13] the contest is at the chosen station, or else the only one, if the role has the permission `desk` there", () => {
  const [mine, other] = [aStation("2ZZ", "producer"), aStation("3YY", "screener")];

  expect(findContestStation([mine, other], "2ZZ")).toBe("2ZZ");
  expect(findContestStation([mine, other], "3YY")).toBe("");
  expect(findContestStation([mine, other], null)).toBe("");
  expect(findContestStation([mine], null)).toBe("2ZZ");
  expect(findContestStation([mine], "gone")).toBe("2ZZ");
  expect(findContestStation([], null)).toBe("");
});
