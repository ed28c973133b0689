import type { Call, DeviceLine, ShownDesk } from "@linedesk/contract";
import { noLeaves, noTakes } from "../src/client/actions/bind-takes.ts";
import { noMarks } from "../src/client/desk/marks/bind-marks.ts";
import type { QueueRowView } from "../src/features/queue/queue-filter.ts";
import type { DisplayState } from "../src/lib/display-state.ts";
import { ago, me } from "./a-call.ts";

function nothing() {
  return undefined;
}

export const ready: ShownDesk = { status: "ready", since: ago(120) };
export function held(unattended: boolean): ShownDesk {
  return {
    status: "held",
    holder: me,
    since: ago(90),
    unattended,
  };
}

export function aRow(
  call: Call,
  state: DisplayState,
  over: Partial<QueueRowView> = {},
): QueueRowView {
  const takes = state === "ringing" || state === "next" || state === "verified";
  return {
    call,
    station: null,
    state,
    with: null,
    mine: false,
    pending: false,
    lines: ["line1", "line2"],
    here: true,
    toAir: false,
    fed: new Set<DeviceLine>(),
    takes: {
      ...noTakes,
      accept: takes ? nothing : null,
      take_over: state === "unattended" ? nothing : null,
      resume: state === "held" ? nothing : null,
    },
    leaves: { ...noLeaves, reject: takes ? nothing : null },
    pin: nothing,
    mayBan: true,
    marks: { ...noMarks, ...(state === "ended" ? {} : { verify: nothing, lock: nothing }) },
    ...over,
  };
}

export function person(n: number, name: string | null, location: string | null) {
  return {
    name,
    location,
    number: `+6149157${String(n).padStart(4, "0")}`,
    numberGiven: false,
    locationGuess: null,
    numberDisplay: `0491 57${String(n)
      .padStart(4, "0")
      .replace(/^(.)(...)$/, "$1 $2")}`,
  };
}
