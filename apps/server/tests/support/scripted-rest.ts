import { dialParticipant } from "./scripted-dialling.ts";
import { answerRecording, recordScripted } from "./scripted-recordings.ts";
import { aSid } from "./scripted-sids.ts";
import type { Answer, Form, ScriptedRoom, ScriptedTelephony } from "./scripted-telephony.ts";

const missing: Answer = {
  status: 404,
  body: {
    code: 20404,
    message: "The requested resource was not found",
    more_info: "",
    status: 404,
  },
};
const notInProgress: Answer = {
  status: 400,
  body: { code: 21220, message: "Call is not in-progress.", more_info: "", status: 400 },
};
function ok(body: unknown, status = 200): Answer {
  return { status, body };
}

interface ParsedRequest {
  method: string;
  id: string;
  sub: string | undefined;
  member: string;
  form: Form;
}

/** Answers one REST request from the scripted state, and executes its command. */
export function answerRest(
  telephony: ScriptedTelephony,
  { method, path, form }: { method: string; path: string[]; form: Form },
): Answer {
  if (path[1] === "inspect" && path[2] === "trunks") {
    return path[3] === "probe"
      ? ok(toTrial(telephony.trunkTrial))
      : answerTrunks(telephony, method === "PUT" ? undefined : path[3]);
  }
  if (path[1] === "health") {
    const { calls, isDraining: draining } = telephony;
    return ok({ turnedAway: 0, turnedAwayAt: null, calls: calls.size, draining });
  }
  if (path[1] === "inspect") {
    const packets = telephony.packets.get(path[3] ?? "");
    return packets === undefined ? missing : ok({ packets_received: packets });
  }
  const [resource, id = "", sub, member = ""] = path;
  const request = { method, id, sub, member, form };
  if (resource === "Calls") {
    return answerCalls(telephony, request);
  }
  if (resource === "Conferences") {
    return answerRooms(telephony, request);
  }
  if (resource === "Recordings") {
    return answerRecording(telephony, { method, sid: id });
  }
  if (resource === "Clients" && method === "DELETE") {
    telephony.withdrawn.push(id);
    return { status: 204 };
  }
  if (resource === "OutgoingCallerIds" && method === "POST") {
    telephony.verified.push(form);
    return ok({ validation_code: "123456" });
  }
  if (resource === "Tokens") {
    return ok({ ice_servers: telephony.iceServers }, 201);
  }
  if (resource === "Queues") {
    return answerQueues(telephony, request);
  }
  if (resource === "IncomingPhoneNumbers" && method === "POST") {
    telephony.numberWrites += 1;
  }
  const stored = resource === "Applications" ? telephony.applications : telephony.numbers;
  const key = resource === "Applications" ? "applications" : "incoming_phone_numbers";
  return answerStored({ stored, key, method, id }, form);
}

/** Places a call without a room. The test decides its result. */
function placeCall(telephony: ScriptedTelephony, form: Form): Answer {
  if (telephony.dialAnswer !== null) {
    return telephony.dialAnswer;
  }
  const sid = aSid("CA");
  const { To: to = "", From: from = "" } = form;
  telephony.dialled.set(sid, form);
  telephony.calls.set(sid, { sid, to, from, status: "ringing", direction: "outbound-api" });
  return ok({ sid, to, from, status: "queued" }, 201);
}

function toTrial({ options, register }: ScriptedTelephony["trunkTrial"]): object {
  const silence = { type: "failed", code: "ETIMEDOUT" };
  const host = {
    host: "sip.carrier.example",
    options: options === null ? silence : { type: "answered", status: options },
    register: register === null ? null : { type: "answered", status: register },
  };
  return { hosts: [host] };
}

function answerTrunks(telephony: ScriptedTelephony, tested: string | undefined): Answer {
  if (tested === undefined) {
    const common = { hosts: ["sip.example.com"], transport: "udp", calls: 0 };
    const trunks = telephony.trunks.map((trunk) => ({ ...common, ...trunk }));
    return ok({ sip: { address: "0.0.0.0", port: 5070 }, trunks });
  }
  const isKnown = telephony.trunks.some(({ sid }) => sid === tested);
  return isKnown ? ok(toTrial({ options: 200, register: 403 })) : missing;
}

function answerCalls(
  telephony: ScriptedTelephony,
  { method, id, sub, member, form }: ParsedRequest,
): Answer {
  if (id === "" && method === "POST") {
    return placeCall(telephony, form);
  }
  if (id === "") {
    const all = [...telephony.calls.values(), ...telephony.ended.values()];
    const calls = all.filter(
      (call) =>
        (form["Status"] ?? call.status) === call.status &&
        (form["From"] ?? call.from) === call.from &&
        (form["To"] ?? call.to) === call.to,
    );
    return ok({ calls, next_page_uri: null });
  }
  const call = telephony.calls.get(id) ?? telephony.ended.get(id);
  if (call === undefined) {
    return missing;
  }
  if (method === "DELETE") {
    telephony.ended.delete(id);
    return { status: 204 };
  }
  if (sub === "Recordings") {
    return recordScripted(telephony, { method, call: id, sid: member, form });
  }
  if (sub === "Notifications") {
    return ok({ notifications: [], next_page_uri: null });
  }
  if (method === "GET") {
    return ok(call);
  }
  if (form["TimeLimit"] !== undefined) {
    telephony.commands.push({ type: "time_limit", sid: id, seconds: Number(form["TimeLimit"]) });
  } else if (form["Status"] === "completed") {
    telephony.commands.push({ type: "end", sid: id });
    telephony.later(() => telephony.drop(id));
  } else if (form["Twiml"] !== undefined) {
    const twiml = form["Twiml"];
    if (!telephony.calls.has(id)) {
      return notInProgress;
    }
    telephony.commands.push({ type: "run", sid: id });
    telephony.queued.delete(id);
    telephony.later(() => telephony.runDocument(id, twiml));
  } else {
    const url = form["Url"] ?? "";
    telephony.commands.push({ type: "redirect", sid: id, url });
    telephony.later(() => telephony.run(id, url));
  }
  return ok(call);
}

function answerRooms(telephony: ScriptedTelephony, request: ParsedRequest): Answer {
  const { id, sub, member, method, form } = request;
  if (id === "") {
    return ok({ conferences: roomsOf(telephony, form), next_page_uri: null });
  }
  const room = [...telephony.rooms.values()].find((one) => one.sid === id);
  if (room === undefined) {
    return missing;
  }
  if (sub !== "Participants") {
    return endRoom(telephony, room);
  }
  if (member === "" && method === "POST") {
    return dialParticipant(telephony, room, form);
  }
  if (member === "") {
    const participants = [...room.participants].map(([call_sid, { hold }]) => ({ call_sid, hold }));
    return ok({ participants, next_page_uri: null });
  }
  return method === "POST" ? setHold(telephony, room, request) : missing;
}

function roomsOf(telephony: ScriptedTelephony, form: Form): object[] {
  return [...telephony.rooms.values()]
    .filter((room) => (form["FriendlyName"] ?? room.name) === room.name)
    .filter(() => (form["Status"] ?? "in-progress") === "in-progress")
    .map((room) => ({ sid: room.sid, friendly_name: room.name, status: "in-progress" }));
}

function endRoom(telephony: ScriptedTelephony, room: ScriptedRoom): Answer {
  telephony.commands.push({ type: "end_room", sid: room.sid });
  telephony.later(async () => {
    for (const sid of room.participants.keys()) {
      await telephony.drop(sid);
    }
  });
  return ok({ sid: room.sid });
}

function setHold(
  telephony: ScriptedTelephony,
  room: ScriptedRoom,
  { member: sid, form }: ParsedRequest,
): Answer {
  const participant = room.participants.get(sid);
  if (participant === undefined) {
    return missing;
  }
  if (form["AnnounceUrl"] !== undefined) {
    const { announced } = telephony;
    const url = form["AnnounceUrl"];
    telephony.commands.push({ type: "announce", sid, url });
    if (announced !== null) {
      const report = { CallSid: sid, AnnounceUrl: url };
      telephony.later(() => telephony.reportToConference(room, announced, report));
    }
    return ok({ call_sid: sid, hold: participant.hold });
  }
  if (form["Muted"] !== undefined && form["Hold"] === undefined) {
    const event = form["Muted"] === "true" ? "participant-mute" : "participant-unmute";
    telephony.commands.push({ type: "mute", sid });
    telephony.later(() => telephony.reportToConference(room, event, { CallSid: sid }));
    return ok({ call_sid: sid, hold: participant.hold });
  }
  const hold = form["Hold"] === "true";
  const url = form["HoldUrl"];
  const type = hold ? "hold" : "unhold";
  telephony.commands.push({ type, sid, ...(url === undefined ? {} : { url }) });
  if (participant.hold !== hold) {
    participant.hold = hold;
    telephony.later(() =>
      telephony.reportToConference(room, `participant-${type}`, { CallSid: sid }),
    );
  }
  return ok({ call_sid: sid, hold });
}

function answerQueues(telephony: ScriptedTelephony, request: ParsedRequest): Answer {
  const { id, sub, member, method, form } = request;
  const friendly_name = form["FriendlyName"] ?? "";
  if (id === "" && method === "POST") {
    return ok({ sid: telephony.makeQueue(friendly_name), friendly_name }, 201);
  }
  if (id === "") {
    const queues = [...telephony.queues].map(([sid, name]) => ({ sid, friendly_name: name }));
    return ok({ queues, next_page_uri: null });
  }
  const name = telephony.queues.get(id);
  if (name === undefined) {
    return missing;
  }
  if (sub !== "Members") {
    return ok({ sid: id, friendly_name: name });
  }
  if (member !== "") {
    return dequeue(telephony, { queue: name, ...request });
  }
  const queue_members = [...telephony.queued]
    .filter(([, queue]) => queue === name)
    .map(([call_sid]) => ({ call_sid, queue_sid: id }));
  return ok({ queue_members, next_page_uri: null });
}

function dequeue(
  telephony: ScriptedTelephony,
  { queue, id, member, form }: ParsedRequest & { queue: string },
): Answer {
  if (telephony.queued.get(member) !== queue) {
    return missing;
  }
  telephony.queued.delete(member);
  const url = form["Url"] ?? "";
  telephony.commands.push({ type: "dequeue", sid: member, url });
  telephony.later(() => telephony.run(member, url));
  return ok({ call_sid: member, queue_sid: id });
}

function answerStored(
  at: { stored: Map<string, Form>; key: string; method: string; id: string },
  form: Form,
): Answer {
  const { stored, key, method, id } = at;
  function shown(sid: string, one: Form) {
    return {
      sid,
      friendly_name: one["FriendlyName"],
      phone_number: one["PhoneNumber"],
      voice_url: one["VoiceUrl"] ?? "",
      voice_fallback_url: one["VoiceFallbackUrl"] ?? "",
      status_callback: one["StatusCallback"] ?? "",
      voice_application_sid: one["VoiceApplicationSid"] ?? "",
      trunk_sid: one["TrunkSid"] ?? "",
      ...(one["DialledWithin"] === undefined
        ? {}
        : { dialled_within: one["DialledWithin"] === "true" }),
    };
  }
  if (id !== "") {
    const known = stored.get(id);
    if (known === undefined) {
      return missing;
    }
    stored.set(id, { ...known, ...form });
    return ok(shown(id, { ...known, ...form }));
  }
  if (method === "POST") {
    const sid = aSid(key === "applications" ? "AP" : "PN");
    stored.set(sid, form);
    return ok(shown(sid, form), 201);
  }
  const wanted = [...stored].filter(
    ([, one]) =>
      (form["FriendlyName"] ?? one["FriendlyName"]) === one["FriendlyName"] &&
      (form["PhoneNumber"] ?? one["PhoneNumber"]) === one["PhoneNumber"],
  );
  return ok({ [key]: wanted.map(([sid, one]) => shown(sid, one)), next_page_uri: null });
}
