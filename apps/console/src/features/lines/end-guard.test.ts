import { describe, expect, test } from "vitest";

import { endGuardDue, nextEndGuard } from "./end-guard.ts";
import type { EndGuard, EndGuardEvent } from "./end-guard.ts";

function play(events: EndGuardEvent[], onAir = false): EndGuard {
  return events.reduce<EndGuard>((state, event) => nextEndGuard(state, event, onAir), {
    status: "idle",
  });
}

function press(at: number): EndGuardEvent {
  return { type: "press", at };
}
function release(at: number): EndGuardEvent {
  return { type: "release", at };
}
function tick(at: number): EndGuardEvent {
  return { type: "tick", at };
}

describe("the guard of the End button", () => {
  test("[KY2] does not end the call at one short press", () => {
    expect(play([press(0), release(100), tick(1600)])).toEqual({ status: "idle" });
  });

  test("[KY2] ends the call at two presses within 1.5 s", () => {
    expect(play([press(0), release(100), press(1500)]).status).toBe("done");
  });

  test("[KY2] does not end the call at two presses further apart", () => {
    expect(play([press(0), release(100), press(1600)]).status).toBe("pressed");
  });

  test("[KY2] ends the call at a press of 0.6 s, and not before", () => {
    expect(play([press(0), tick(599)]).status).toBe("pressed");
    expect(play([press(0), tick(600)]).status).toBe("done");
    expect(play([press(0), release(600)]).status).toBe("done");
  });

  test("[AC7] ends a call on air only at a long press, not at two presses", () => {
    expect(play([press(0), release(100), press(200), release(300)], true).status).toBe("short");
    expect(play([press(0), tick(600)], true).status).toBe("done");
  });

  test("[LN103] shows for 1.5 s after a short press on air that the press must be long", () => {
    expect(play([press(0), release(100), tick(1599)], true).status).toBe("short");
    expect(play([press(0), release(100), tick(1600)], true).status).toBe("idle");
    expect(play([press(0), release(100), press(200), tick(800)], true).status).toBe("done");
    expect(endGuardDue({ status: "short", at: 100 })).toBe(1600);
  });

  test("cancels the press when the pointer leaves the button", () => {
    expect(play([press(0), { type: "leave" }, tick(700)]).status).toBe("idle");
  });

  test("ends the call once, however long the key is down", () => {
    expect(play([press(0), tick(600), tick(900), release(1000), press(1100)]).status).toBe("done");
    expect(play([press(0), tick(600), { type: "reset" }]).status).toBe("idle");
  });

  test("has its next tick when the press becomes long, or when the wait for a second press is over", () => {
    expect(endGuardDue({ status: "pressed", at: 100 })).toBe(700);
    expect(endGuardDue({ status: "armed", at: 100 })).toBe(1600);
    expect(endGuardDue({ status: "idle" })).toBeNull();
  });
});
