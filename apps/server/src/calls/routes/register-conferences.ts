import {
  type Claim,
  type Conference,
  type ConferenceAction,
  type DeviceLine,
  type EndpointAnswer,
  type ErrorReason,
  handleConference,
  listConferences,
  type Refusal,
} from "@linedesk/contract";
import type { ApiCall } from "../../platform/http/api-call.ts";
import type { Api } from "../../platform/http/api.ts";
import { ApiError, requireFound } from "../../platform/http/errors.ts";
import { displayNumber } from "../../platform/to-e164.ts";
import {
  type ConferenceCommand,
  endConference,
  holdMembers,
  leaveConference,
  muteMembers,
  removeMembers,
} from "../actions/end-conference.ts";
import { findMembers } from "../actions/find-members.ts";
import { joinConference } from "../actions/join-conference.ts";
import { closeTalkback, openTalkback } from "../actions/open-talkback.ts";
import { addMembers, startConference } from "../actions/start-conference.ts";
import type { DeskDeps, Seat } from "../desk-deps.ts";
import { presentCall } from "../present-call.ts";
import { findCall } from "../store/call-store.ts";
import { conferencesOfStation, findConference } from "../store/conference-store.ts";
import { mapTelephonyErrors, requireCall } from "./require-call.ts";

type HandleRequest = ApiCall<typeof handleConference>;
type Answer = EndpointAnswer<typeof handleConference>;

export function registerConferences(api: Api, deps: DeskDeps): void {
  api.serve(listConferences, async ({ query }) => {
    const stored = await conferencesOfStation(deps.db, query.station);
    return { conferences: await Promise.all(stored.map((one) => present(deps, one))) };
  });
  api.serve(handleConference, (request) => handle(deps, request));
}

async function present(
  deps: DeskDeps,
  { id, station, startedAt }: { id: string; station: string; startedAt: Date },
): Promise<Conference> {
  const calls = (await findMembers(deps, id)).filter(({ conference }) => conference?.id === id);
  return {
    id,
    station,
    startedAt: startedAt.toISOString(),
    members: calls.map((call) => ({
      call: call.id,
      name: call.caller?.name ?? null,
      numberDisplay: displayNumber(call.number),
      muted: call.conference?.muted ?? false,
      onHold: call.conference?.onHold ?? false,
    })),
  };
}

async function handle(deps: DeskDeps, request: HandleRequest): Promise<Answer> {
  const { action, calls: ids = [] } = request.body;
  if (action === "start") {
    const { evenIfNotReady } = request.body;
    const seat = await requireCalls(deps, request, { ids, station: null });
    const id = await mapTelephonyErrors(() => startConference(deps, { ids, seat, evenIfNotReady }));
    return answer(deps, { id, ids, claim: null });
  }
  const { conference: id } = request.body;
  if (id === undefined) {
    throw neededField("conference", "conference_needed");
  }
  const conference = requireFound(await findConference(deps.db, id), "no_such_conference");
  const thing = { station: conference.station, absent: "no_such_conference" } as const;
  const role = await request.requirePermissionOn(thing, "air");
  const seat = { user: request.user, role, actor: request.actor };
  const before = await findMembers(deps, id);
  const done = await mapTelephonyErrors(() =>
    actions[action](deps, request, { conference: id, seat, station: conference.station }),
  );
  const touched = [...before.map((call) => call.id), ...ids];
  return answer(deps, { id, ids: [...new Set(touched)], claim: done?.claim ?? null });
}

type Act = (
  deps: DeskDeps,
  request: HandleRequest,
  command: ConferenceCommand & { station: string },
) => Promise<{ claim: Claim } | void>;

const actions: Record<Exclude<ConferenceAction, "start">, Act> = {
  add: async (deps, request, { station, ...command }) => {
    const ids = request.body.calls ?? [];
    const { evenIfNotReady } = request.body;
    await requireCalls(deps, request, { ids, station });
    await addMembers(deps, { ...command, ids, evenIfNotReady });
  },
  remove: async (deps, { body }, command) => {
    const ids = neededCalls(body.calls);
    await removeMembers(deps, command, await findMembers(deps, command.conference, ids));
  },
  mute: async (deps, { body }, command) => {
    const calls = await findMembers(deps, command.conference, neededCalls(body.calls));
    await muteMembers(deps, command, { calls, on: body.on ?? true });
  },
  hold: async (deps, { body }, command) => {
    const calls = await findMembers(deps, command.conference, body.calls);
    const { on = true, evenIfNotReady } = body;
    await holdMembers(deps, command, { calls, on, evenIfNotReady });
  },
  join: (deps, { body: { line, device, evenIfNotReady } }, command) =>
    joinConference(deps, { ...command, line: neededLine(line), device, evenIfNotReady }),
  talk: async (deps, { body }, command) => {
    const [call = ""] = neededCalls(body.calls);
    if (body.on === false) {
      return closeTalkback(deps, { ...command, call });
    }
    const { line, device } = body;
    return openTalkback(deps, { ...command, call, line: neededLine(line), device });
  },
  leave: (deps, _request, command) => leaveConference(deps, command),
  end: (deps, { body }, command) => endConference(deps, command, body.behavior),
};

async function requireCalls(
  deps: DeskDeps,
  request: HandleRequest,
  { ids, station: named }: { ids: readonly string[]; station: string | null },
): Promise<Seat> {
  let station = named;
  let seat: Seat | null = null;
  for (const id of neededCalls(ids)) {
    const found = await requireCall(request, { deps, id }, "air");
    station ??= found.call.station;
    if (station !== found.call.station) {
      throw neededField("calls", "conference_across_stations");
    }
    seat = found.seat;
  }
  if (seat === null) {
    throw neededField("calls", "calls_needed");
  }
  return seat;
}

function neededCalls(ids: readonly string[] | undefined): readonly string[] {
  if (ids === undefined || ids.length === 0) {
    throw neededField("calls", "calls_needed");
  }
  return ids;
}

function neededLine(line: DeviceLine | undefined): DeviceLine {
  if (line === undefined) {
    throw neededField("line", "line_needed");
  }
  return line;
}

async function answer(
  deps: DeskDeps,
  { id, ids, claim }: { id: string; ids: readonly string[]; claim: Claim | null },
): Promise<Answer> {
  const conference = await findConference(deps.db, id);
  const calls: Answer["calls"] = [];
  for (const one of ids) {
    const call = await findCall(deps.db, one);
    if (call !== null) {
      calls.push(presentCall(call));
    }
  }
  const shown = conference === null ? null : await present(deps, conference);
  return { conference: shown, calls, claim };
}

function neededField(name: string, refusal: Refusal<ErrorReason>): ApiError {
  return new ApiError(refusal, { fields: { [name]: "is_needed" } });
}
