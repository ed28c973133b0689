import { describe, expect, test } from "vitest";

import type { Call, DeviceLine } from "@linedesk/contract";
import { directCallChanged, legChanged } from "../../client/store/desk-slice.ts";
import { aCall, ALICE, BOB } from "../../testing/a-call.ts";
import { aDesk, NOW } from "../../testing/a-desk.ts";
import { aTwoLineDesk } from "../../testing/a-two-line-desk.ts";
import { createDirect, createIncomingCall } from "./create-incoming-call.ts";
import { selectIncoming } from "./use-incoming.ts";

const offer = {
  to: { user: ALICE, name: "Alice" },
  from: { user: BOB, name: "Bob", line: "line1" as const },
  until: NOW,
};

interface BarOptions {
  mayAnswer?: boolean;
  mayReject?: boolean;
  barred?: DeviceLine[];
  fed?: ReadonlySet<DeviceLine>;
}

/** Creates the bar of a desk with this first call, and a record of its buttons' actions. */
function aBar(first: Partial<Call>) {
  const done: string[] = [];
  const call = aCall(1, first);
  const { store } = aDesk({}, { calls: [call] });
  const write = (what: string) => (id: string, line?: DeviceLine) =>
    void done.push([what, id === call.id ? "first" : id, line].filter(Boolean).join(" "));
  const actions = { accept: write("accept"), reject: write("reject") };
  const desk = { actions, leaving: { undo: write("undo") } } as unknown as Parameters<
    typeof createIncomingCall
  >[0];
  const allowed = {
    station: "2ZZ",
    others: 2,
    mayAnswer: true,
    mayReject: true,
    fed: new Set<DeviceLine>(),
  };
  function view(over: BarOptions = {}) {
    const incoming = selectIncoming(store.getState());
    if (incoming === null || incoming.type === "direct") {
      throw new Error("The store has no incoming call.");
    }
    const barred = new Set(over.barred);
    const openDesk = () => void done.push("openDesk");
    return createIncomingCall(desk, incoming, { ...allowed, ...over, barred, openDesk });
  }
  /** Returns the line that takes the offer, or `null`. */
  function takenOn(barred: DeviceLine[]): string | null {
    const shown = view({ barred });
    done.length = 0;
    if (shown?.type === "offered") {
      shown.take?.();
    }
    return done[0]?.replace("accept first ", "") ?? null;
  }
  return { store, done, view, takenOn };
}

describe("a waiting caller", () => {
  test("[SH71] is answered on the line of the pressed button, which opens the desk, or is rejected", () => {
    const { view, done } = aBar({});
    const shown = view();

    expect(shown).toMatchObject({ type: "waiting", station: "2ZZ", others: 2 });
    if (shown?.type === "waiting") {
      shown.answer?.("line2");
      shown.reject?.();
    }

    expect(done).toEqual(["accept first line2", "openDesk", "reject first"]);
  });

  test("[SH71] [QU62] is answered and rejected only with the permission, and answered only on allowed lines", () => {
    const { view } = aBar({});

    expect(view({ mayAnswer: false, mayReject: false })).toMatchObject({
      answer: null,
      reject: null,
    });
    expect(view({ barred: ["line1"] })).toMatchObject({ lines: ["line2"] });
  });
});

test("[SH71] the buttons of an incoming call say `to air` on a line that feeds the air", () => {
  const fed = new Set(["line1"] as const);
  expect(aBar({}).view({ fed })).toMatchObject({ type: "waiting", fed });
  expect(aBar({ offer }).view({ fed })).toMatchObject({ type: "offered", toAir: true });
  expect(aBar({ offer }).view({ fed, barred: ["line1"] })).toMatchObject({ toAir: false });
});

describe("a colleague's offer", () => {
  test("[SH71] [LN24] is taken, which opens the desk, or is declined, only with the permission", () => {
    const { view, done } = aBar({ offer });
    const shown = view();

    expect(shown).toMatchObject({ type: "offered", from: "Bob", until: NOW });
    if (shown?.type === "offered") {
      shown.take?.();
      shown.decline?.();
    }

    expect(done).toEqual(["accept first line1", "openDesk", "undo first"]);
    expect(view({ mayAnswer: false })).toMatchObject({ take: null, decline: null });
  });

  test("[SH71] [SH42] is taken on the other idle line when the selected one is barred", () => {
    const { takenOn } = aBar({ offer });

    expect(takenOn([])).toBe("line1");
    expect(takenOn(["line1"])).toBe("line2");
    expect(takenOn(["line2"])).toBe("line1");
    expect(takenOn(["line1", "line2"])).toBeNull();
  });

  test("[SH71] is not taken on a busy line while the idle one is barred", () => {
    const { store, takenOn } = aBar({ offer });
    const call = { status: "ringing", id: "CA1", from: "client:desk", since: NOW } as const;
    store.dispatch(directCallChanged({ line: "line2", call }));

    expect(takenOn(["line1"])).toBeNull();
  });

  test("[SH71] [LN24] is taken on the line that is not selected when both lines have calls", () => {
    const { store, takenOn } = aBar({ offer });
    for (const line of ["line1", "line2"] as const) {
      const leg = { status: "connected" as const, callId: line, since: NOW, muted: false };
      store.dispatch(legChanged({ line, leg: { ...leg, quality: null } }));
    }

    expect(takenOn([])).toBe("line2");
    expect(takenOn(["line2"])).toBeNull();
  });
});

describe("a call to the softphone", () => {
  async function aRungBar() {
    const desk = aTwoLineDesk();
    await desk.ringDirectly("line2");
    const incoming = selectIncoming(desk.store.getState());
    if (incoming?.type !== "direct") {
      throw new Error("No call rings the softphone.");
    }
    const openDesk = () => void desk.done.push("openDesk");
    const { actions, softphones } = desk;
    return {
      ...desk,
      view: createDirect(incoming, { desk: { actions }, voice: { softphones }, openDesk }),
    };
  }

  test("[SH71] [VD73] is answered on its line, which opens the desk of the open station", async () => {
    const { view, done, softphones } = await aRungBar();

    view.accept();

    expect(view).toMatchObject({ type: "direct", line: "line2" });
    expect(softphones.line2.direct.isActive).toBe(true);
    expect(done).toContain("openDesk");
    expect(done).not.toContain("reject line2");
  });

  test("[SH71] is rejected, and the page stays open", async () => {
    const { view, done, store } = await aRungBar();

    view.reject();

    expect(done).toEqual(["reject line2"]);
    expect(selectIncoming(store.getState())?.type).not.toBe("direct");
  });
});
