import type { DeviceLine, Call } from "@linedesk/contract";
import type { ConsoleContext } from "../../client/console-context.ts";
import type { Softphone } from "../../client/softphone/softphone.ts";

/** An incoming call on a page without a desk. An offer has its possible lines, the best first. */
export type Incoming =
  | { type: "offered"; call: Call; lines: DeviceLine[] }
  | { type: "direct"; line: DeviceLine; from: string; since: string }
  | { type: "waiting"; call: Call };

const bothLines = ["line1", "line2"] as const;

type OfCall = Extract<Incoming, { type: "offered" | "waiting" }>;

interface IncomingCallDeps {
  station: string;
  others: number;
  mayAnswer: boolean;
  mayReject: boolean;
  /** The lines that may not take the call. */
  barred: ReadonlySet<DeviceLine>;
  /** The lines that feed the air. */
  fed: ReadonlySet<DeviceLine>;
  openDesk: () => void;
}

interface DirectDeps {
  desk: { actions: Pick<ConsoleContext["desk"]["actions"], "acceptDirect"> };
  voice: { softphones: Record<DeviceLine, Pick<Softphone, "direct">> };
  openDesk: () => void;
}

export function createDirect(
  { line, from, since }: Extract<Incoming, { type: "direct" }>,
  { desk, voice, openDesk }: DirectDeps,
): DirectView {
  const accept = (): void => {
    desk.actions.acceptDirect(line);
    openDesk();
  };
  const reject = () => voice.softphones[line].direct.reject();
  return { type: "direct", line, from, since, accept, reject };
}

export function createIncomingCall(
  { actions, leaving }: Pick<ConsoleContext["desk"], "actions" | "leaving">,
  incoming: OfCall,
  { station, others, mayAnswer, mayReject, barred, fed, openDesk }: IncomingCallDeps,
): OfferedView | WaitingView | null {
  const { call } = incoming;
  const caller = { call, station, others };
  const answer = (line: DeviceLine): void => {
    void actions.accept(call.id, line);
    openDesk();
  };
  if (incoming.type === "waiting") {
    return {
      ...caller,
      type: "waiting",
      lines: bothLines.filter((line) => !barred.has(line)),
      fed,
      answer: mayAnswer ? answer : null,
      reject: mayReject ? () => void actions.reject(call.id) : null,
    };
  }
  if (call.offer === null) {
    return null;
  }
  const line = incoming.lines.find((one) => !barred.has(one));
  return {
    ...caller,
    type: "offered",
    from: call.offer.from.name,
    until: call.offer.until,
    toAir: line !== undefined && fed.has(line),
    take: mayAnswer && line !== undefined ? () => answer(line) : null,
    decline: mayAnswer ? () => void leaving.undo(call.id) : null,
  };
}

export type IncomingView = WaitingView | OfferedView | DirectView;

interface CallerView {
  call: Call;
  station: string;
  others: number;
}

export interface WaitingView extends CallerView {
  type: "waiting";
  answer: ((line: DeviceLine) => void) | null;
  lines: readonly DeviceLine[];
  fed: ReadonlySet<DeviceLine>;
  reject: (() => void) | null;
}

export interface OfferedView extends CallerView {
  type: "offered";
  from: string;
  until: string;
  toAir: boolean;
  take: (() => void) | null;
  decline: (() => void) | null;
}

export interface DirectView {
  type: "direct";
  from: string;
  since: string;
  line: DeviceLine;
  accept: () => void;
  reject: () => void;
}
