import twilio from "twilio";
import { describe, expect, test } from "vitest";

import { settled } from "@linedesk/base/testing";
import { CoreUnderTest } from "../../src/testing/core-under-test.ts";
import { APP } from "../../src/testing/scripted-web.ts";

const { VoiceResponse } = twilio.twiml;

/** What the official builder writes is what the exchange reads. */
describe("TwiML of the official builder", () => {
  test("[XT10][XT17] a caller queues, is dequeued into the operator's room and held", async () => {
    const it = new CoreUnderTest();
    const incoming = new VoiceResponse();
    incoming.enqueue({ waitUrl: "/wait", waitUrlMethod: "GET", action: "/left" }, "station-2zz");
    const wait = new VoiceResponse();
    wait.play({ loop: 0 }, `${APP}/music.mp3`);
    const room = new VoiceResponse();
    room.dial().conference(
      {
        startConferenceOnEnter: true,
        endConferenceOnExit: false,
        beep: "false",
        statusCallback: "/room",
        statusCallbackEvent: ["join", "leave", "start", "end", "hold"],
        participantLabel: "caller",
      },
      "call:5d1c",
    );
    const agentRoom = new VoiceResponse();
    agentRoom.dial().conference({ beep: "false" }, "call:5d1c");
    it.web
      .on("/incoming", incoming.toString())
      .on("/wait", wait.toString())
      .on("/room-caller", room.toString())
      .on("/agent", agentRoom.toString());
    const { sid: applicationSid } = it.core.directory.applications.create({
      voiceUrl: `${APP}/agent`,
    });

    const caller = await it.ring();
    expect(it.soundOf(caller)).toBe(`${APP}/music.mp3`);
    const agent = await it.ring({ from: "client:alice", to: "", applicationSid }, "client");
    const [queue] = it.core.queues.list();
    it.core.queues.dequeue(queue?.sid ?? "", caller.sid, {
      url: `${APP}/room-caller`,
      method: "POST",
    });
    await settled();

    expect(it.soundOf(caller)).toBe("room");
    expect(it.soundOf(agent)).toBe("room");
    it.core.conferences.updateParticipant("call:5d1c", "caller", { hold: true });
    expect(it.soundOf(caller)).toBe("hold-music");
    agent.sink.onEnded({ cause: "hangup" });
    await settled();
    expect(it.soundOf(caller)).toBe("hold-music");
    expect(it.status(caller.sid)).toBe("in-progress");
  });

  test("[XT8][XT13] gather, dial and its nouns", async () => {
    const it = new CoreUnderTest();
    const incoming = new VoiceResponse();
    const gather = incoming.gather({ numDigits: 1, action: "/choice", method: "GET" });
    gather.pause({ length: 2 });
    const choice = new VoiceResponse();
    const dial = choice.dial({ answerOnBridge: true, timeout: 12, action: "/done" });
    dial.number({ statusCallbackEvent: ["answered"], statusCallback: "/status" }, "+61491570156");
    const bob = dial.client("");
    bob.identity("bob");
    bob.parameter({ name: "topic", value: "a & b <c>" });
    dial.sip("sip:desk@pbx.test");
    it.web.on("/incoming", incoming.toString()).on("/choice", choice.toString());

    const call = await it.ring();
    call.sink.onDigit("1");
    await settled();

    expect(it.web.requestsTo("/choice")[0]).toMatchObject({ Digits: "1" });
    expect(it.sip.dialled.map(({ request }) => request.to)).toEqual([
      "+61491570156",
      "sip:desk@pbx.test",
    ]);
    expect(it.client.last.request).toMatchObject({
      to: "client:bob",
      params: [["topic", "a & b <c>"]],
    });
  });

  test("[XT21] reject, and the rest of the verbs parse", async () => {
    const it = new CoreUnderTest();
    const incoming = new VoiceResponse();
    incoming.reject({ reason: "busy" });
    it.web.on("/incoming", incoming.toString());
    expect((await it.ring()).leg.declined?.cause).toBe("busy");

    const other = new VoiceResponse();
    other.say({ voice: "alice", language: "en-AU" }, "Goodbye.");
    other.pause();
    other.leave();
    other.record({ maxLength: 5, action: "/next" });
    other.redirect({ method: "POST" }, "/unreachable");
    it.web.on("/incoming", other.toString()).respondWith("/next", `<Play>${APP}/next.wav</Play>`);
    const call = await it.ring();
    await settled();
    expect(it.soundOf(call)).toBe("goodbye");
    await it.finish(call);
    await it.clock.advance(1_100);
    expect(it.soundOf(call)).toBe("beep");
    await it.finish(call);
    await it.clock.advance(5_100);

    // Leave has no place in it.
    expect(it.errorsOf(call.sid)[0]).toBe(12200);
    expect(it.soundOf(call)).toBe(`${APP}/next.wav`);
  });
});
