import { expect, test } from "vitest";

import type { Softphone } from "../../softphone/softphone.ts";
import { directCallChanged, legChanged, lineSelected } from "../../store/desk-slice.ts";
import { createStore } from "../../store/store.ts";
import { registerRungLine } from "./choose-rung-line.ts";

function aDesk() {
  const store = createStore();
  const rung = { line1: true, line2: true };
  function aSoftphone(line: "line1" | "line2"): Softphone {
    const device = { setTakesCalls: (takes: boolean) => void (rung[line] = takes) };
    return { device } as unknown as Softphone;
  }
  registerRungLine({
    store,
    softphones: { line1: aSoftphone("line1"), line2: aSoftphone("line2") },
  });
  const leg = { callId: "c1", since: "", muted: false } as const;
  return {
    rung,
    select: (line: "line1" | "line2") => void store.dispatch(lineSelected(line)),
    dial: () =>
      void store.dispatch(legChanged({ line: "line1", leg: { ...leg, status: "connecting" } })),
    connect: () =>
      void store.dispatch(
        legChanged({ line: "line1", leg: { ...leg, status: "connected", quality: null } }),
      ),
    end: () => void store.dispatch(legChanged({ line: "line1", leg: null })),
    showDirect: (status: "ringing" | "connecting" | "talking" | null) => {
      const call = { id: "CA1", from: "client:newsroom", since: "", muted: false };
      const direct = status === null ? null : { ...call, status };
      store.dispatch(directCallChanged({ line: "line1", call: direct }));
    },
  };
}

test("[VD72] only the selected line rings", () => {
  const desk = aDesk();
  expect(desk.rung).toEqual({ line1: true, line2: false });

  desk.select("line2");

  expect(desk.rung).toEqual({ line1: false, line2: true });
});

test("[VD72] no line rings while the call of the selected line is connected", () => {
  const desk = aDesk();

  desk.dial();
  expect(desk.rung.line1).toBe(true);
  desk.connect();
  expect(desk.rung).toEqual({ line1: false, line2: false });
  desk.end();

  expect(desk.rung).toEqual({ line1: true, line2: false });
});

test("[VD72] a line with a connected direct call does not ring until that call ends", () => {
  const desk = aDesk();

  desk.showDirect("ringing");
  desk.showDirect("connecting");
  expect(desk.rung).toEqual({ line1: true, line2: false });
  desk.showDirect("talking");
  expect(desk.rung).toEqual({ line1: false, line2: false });
  desk.showDirect(null);

  expect(desk.rung).toEqual({ line1: true, line2: false });
});
