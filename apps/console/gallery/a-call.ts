import type {
  Call,
  CallCaller,
  ShownDesk,
  Holder,
  PastCall,
  QualityReport,
} from "@linedesk/contract";

/** The time of the gallery: 10:42:07 in Sydney. Its telephone numbers are ACMA's for fiction. */
export const galleryNow = Date.parse("2026-11-20T23:42:07Z");

export function ago(seconds: number): string {
  return new Date(galleryNow - seconds * 1000).toISOString();
}

export function uuid(n: number): string {
  return `0197a000-0000-7000-8000-${String(n).padStart(12, "0")}`;
}

const alice = uuid(901);
export const bob: Holder = { user: uuid(902), name: "Bob", line: "line1" };
export const me: Holder = { user: alice, name: "Alice Okafor", line: "line1" };

const flags: Record<string, CallCaller["flags"][number]> = {
  vip: { id: uuid(801), name: "VIP", colour: "#1d4ed8", reason: "breakfast panel" },
  regular: { id: uuid(802), name: "Regular", colour: "#237763", reason: "" },
};

export function flag(name: "vip" | "regular"): CallCaller["flags"][number] {
  const found = flags[name];
  if (found === undefined) {
    throw new Error(`The gallery has no flag named ${name}.`);
  }
  return found;
}

function aCaller(over: Partial<CallCaller> = {}): CallCaller {
  return {
    id: uuid(1),
    number: "+61491570006",
    numberDisplay: "0491 570 006",
    numberGiven: false,
    name: "Kim Nguyen",
    location: "Parramatta",
    locationGuess: null,
    flags: [],
    flagIds: [],
    warning: null,
    earlierCalls: 3,
    lastCallAt: ago(864_000),
    ...over,
  };
}

interface CallOver {
  n: number;
  caller?: Partial<CallCaller>;
  desk?: ShownDesk;
  description?: string;
  waitS?: number;
  next?: boolean;
  priority?: boolean;
  claimedBy?: Holder;
}

export function aCall(over: CallOver): Call {
  return {
    id: uuid(over.n),
    station: uuid(700),
    phoneLine: {
      id: uuid(710),
      name: over.priority === true ? "Priority" : "Main",
      numberDisplay: "02 5550 0101",
      priority: over.priority ?? false,
    },
    direction: "inbound",
    callState: "in_progress",
    desk: over.desk ?? { status: "waiting" },
    claimedBy: over.claimedBy ?? null,
    offer: null,
    leaving: null,
    dial: null,
    callBack: null,
    conference: null,
    caller: aCaller({ id: uuid(over.n + 100), ...over.caller }),
    description: over.description ?? "",
    marks: { next: over.next ?? false, locked: false, pinned: false, verified: false },
    air: { radioOff: false, agreed: false },
    contest: null,
    programmeAudible: false,
    position: null,
    arrivedAt: ago(over.waitS ?? 60),
    answeredAt: null,
    endedAt: null,
  };
}

/** Returns the measurements of a softphone over a whole leg. */
export function aReport(mos: number, warnings: string[] = []): QualityReport {
  const start = Date.parse("2026-11-20T22:11:35Z");
  return {
    callSid: "CA0123456789abcdef0123456789abcdef",
    edge: "ashburn",
    stats: {
      jitter: { average: 6, max: 14, min: 2 },
      mos: { average: mos, max: 4.42, min: mos - 0.4 },
      rtt: { average: 38, max: 61, min: 30 },
    },
    testTiming: { start, end: start + 200_000, duration: 200_000 },
    totals: {
      bytesReceived: 1_600_000,
      bytesSent: 1_600_000,
      packetsLost: 12,
      packetsLostFraction: 0.1,
      packetsReceived: 10_000,
      packetsSent: 10_000,
    },
    warnings: warnings.map((name) => ({ name, description: "" })),
    callQuality: mos > 4.2 ? "excellent" : "fair",
    isTurnRequired: false,
  };
}

export const pastCalls: PastCall[] = [
  {
    id: uuid(501),
    at: "2026-11-20T22:10:00Z",
    direction: "inbound",
    durationS: 200,
    waitS: 95,
    reason: "operator_hung_up",
    description: "council rates",
    answeredBy: "Carla",
    quality: aReport(4.31),
  },
  {
    id: uuid(502),
    at: "2026-11-11T23:02:00Z",
    direction: "inbound",
    durationS: 0,
    waitS: 362,
    reason: "caller_hung_up",
    description: "",
    answeredBy: null,
    quality: null,
  },
  {
    id: uuid(503),
    at: "2026-10-02T01:30:00Z",
    direction: "inbound",
    durationS: 0,
    waitS: 12,
    reason: "rejected",
    description: "light rail",
    answeredBy: null,
    quality: null,
  },
  {
    id: uuid(504),
    at: "2025-12-24T03:30:00Z",
    direction: "inbound",
    durationS: 754,
    waitS: 31,
    reason: "caller_hung_up",
    description: "Christmas wishes, and a long story about the ferry that did not come",
    answeredBy: "Bob",
    quality: aReport(3.4, ["high-jitter", "high-packet-loss"]),
  },
];
