import { afterEach, expect, test } from "vitest";

import type { DeviceLine, Role } from "@linedesk/contract";
import { assertFeedsUnused } from "../../src/audio-servers/assert-feeds-unused.ts";
import { updatePreset } from "../../src/audio-servers/device-preset-store.ts";
import { makeClaim } from "../../src/calls/claims/make-claim.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { waitBehind } from "../support/wait-behind.ts";

const desk = await openDesk();
afterEach(() => desk.endCalls());

interface Fields {
  name: string;
  line1: string | null;
  line2: string | null;
  feedsAir: Record<DeviceLine, boolean | null>;
  seatOf?: Role | null;
}

function path(preset = ""): string {
  return `/admin/${desk.station}/devicePresets${preset === "" ? "" : `/${preset}`}`;
}

async function addPreset(fields: Fields): Promise<string> {
  const { body } = await desk.post(path(), fields, desk.people.admin);
  return (body["preset"] as { id: string }).id;
}

function change(preset: string, fields: Fields) {
  return desk.send("PUT", path(preset), desk.people.admin, fields);
}

function remove(preset: string) {
  return desk.send("DELETE", path(preset), desk.people.admin);
}

/**
 * Lets the given person (by default the screener) accept a call on line 1 of the audio server, with
 * the preset if one is given.
 */
async function acceptOn(id: string, preset?: string, person = desk.people.screener) {
  const { id: call } = await desk.ring();
  const device = { type: "audio_server", id, preset };
  const answer = await desk.act(person, { call, action: "accept", line: "line1", device });
  expect(answer.status).toBe(200);
  return { answer, call };
}

/** Returns the fields of a preset. Without `feeds`, its line 1 does not feed the air. */
function fieldsOf(name: string, line1: string | null, feeds: boolean | null = false): Fields {
  return { name, line1, line2: null, feedsAir: { line1: feeds, line2: null } };
}

const busy = {
  status: 409,
  body: {
    error: {
      code: "conflict",
      message:
        "There is a call on this line. When it has ended, change whether the line goes to air.",
    },
  },
};

test.each([
  ["put a line to air", false, "screener", "screening"],
  ["take a line off air", true, "producer", "on_air"],
] as const)(
  "a preset that would %s is refused during a call on the line, from its claim to its end",
  async (name, feeds, role, status) => {
    const { admin } = desk.people;
    const otherwise = { station: desk.station, line: "line1", feedsAir: !feeds };
    expect((await desk.post("/station/line_feed", otherwise, admin)).status).toBe(200);
    const { id } = await desk.anAudioServer(`Studio that may ${name}`);
    const other = await desk.anAudioServer(`Studio beside, to ${name}`);
    const fields = fieldsOf(name, id, feeds);
    const preset = await addPreset(fields);
    const { answer, call } = await acceptOn(id, preset, desk.people[role]);
    const changed = fieldsOf(name, id, !feeds);

    expect(await change(preset, changed)).toMatchObject(busy);
    await desk.connect({ id: `as-${id}-line1`, name: "" }, answer);
    expect(await change(preset, changed)).toMatchObject(busy);
    // Without the preset's setting or with another server, the station's setting would apply.
    expect(await change(preset, fieldsOf(name, id, null))).toMatchObject(busy);
    expect(await change(preset, fieldsOf(name, other.id, feeds))).toMatchObject(busy);
    expect(await remove(preset)).toMatchObject(busy);
    expect((await desk.get(`/devicePresets/${preset}`, admin)).body).toMatchObject({
      line1: { id },
      feedsAir: { line1: feeds },
    });
    expect((await desk.call(call)).desk.status).toBe(status);

    // A change that does not affect that line is saved during the call.
    const renamed = { ...fields, name: `Renamed to ${name}`, line2: id };
    expect((await change(preset, renamed)).status).toBe(200);
    const second = await addPreset(fieldsOf("Elsewhere", other.id, feeds));
    expect((await change(second, fieldsOf("Elsewhere", other.id, !feeds))).status).toBe(200);
    expect((await remove(second)).status).toBe(200);

    await desk.endCalls();
    expect((await change(preset, changed)).status).toBe(200);
    expect((await remove(preset)).status).toBe(200);
  },
);

test("an accept is refused while an admin sets its line to feed the air, and a repeated accept goes to air", async () => {
  const { producer } = desk.people;
  const { id } = await desk.anAudioServer("Studio 6");
  const fields = fieldsOf("Night", id);
  const preset = await addPreset(fields);
  const { id: call } = await desk.ring();
  const device = { type: "audio_server", id, preset };
  const accept = { call, action: "accept", line: "line1", device };

  const toAir = { ...fields, feedsAir: { line1: true, line2: null } };

  const { status, error } = await waitBehind(desk.db, {
    write: (trx) =>
      assertFeedsUnused(trx, desk.station, () =>
        updatePreset(trx, preset, { ...toAir, seatOf: null }),
      ),
    act: () => desk.act(producer, accept),
  });

  expect([status, error?.code, error?.message]).toEqual([
    409,
    "conflict",
    "The lines that feed the air have just changed. Try again.",
  ]);
  expect((await desk.call(call)).desk.status).toBe("waiting");
  const again = await desk.act(producer, accept);
  await desk.connect({ id: `as-${id}-line1`, name: "" }, again);
  expect((await desk.call(call)).desk.status).toBe("on_air");
  await desk.endCalls();
  expect((await remove(preset)).status).toBe(200);
});

test("after an accept with a preset off air, a second accept with a preset that feeds the air gets a new claim", async () => {
  const { producer } = desk.people;
  const { id } = await desk.anAudioServer("Studio 8");
  const offAir = await addPreset(fieldsOf("Rehearsal", id, false));
  const onAir = await addPreset(fieldsOf("Live", id, true));
  const { answer, call } = await acceptOn(id, offAir, producer);
  const accept = (preset: string) => {
    const device = { type: "audio_server", id, preset };
    return desk.act(producer, { call, action: "accept", line: "line1", device });
  };

  expect((await accept(offAir)).claim?.id).toBe(answer.claim?.id);
  const toAir = await accept(onAir);
  expect(toAir.claim?.id).not.toBe(answer.claim?.id);
  await desk.connect({ id: `as-${id}-line1`, name: "" }, toAir);
  expect((await desk.call(call)).desk.status).toBe("on_air");

  await desk.endCalls();
  expect((await remove(offAir)).status).toBe(200);
  expect((await remove(onAir)).status).toBe(200);
});

test("a change of the air feed during an accept on the line is refused", async () => {
  const { admin, producer } = desk.people;
  const { id } = await desk.anAudioServer("Studio 7");
  const preset = await addPreset(fieldsOf("Morning", id));
  const { id: call } = await desk.ring();
  const line = "line1" as const;
  const device = { type: "audio_server" as const, id, preset };
  const wanted = {
    call,
    holder: { user: producer.id, name: producer.name, line },
    at: { station: desk.station, line, role: "producer" as const, device },
    feedsAir: false,
    audioServer: id,
    service: "main",
  };
  const onAir = { station: desk.station, line, feedsAir: true };

  const answers = await waitBehind(desk.db, {
    write: (trx) => makeClaim(trx, wanted, new Date(desk.clock.now())),
    act: () =>
      Promise.all([
        change(preset, fieldsOf("Morning", id, true)),
        desk.post("/station/line_feed", onAir, admin),
      ]),
    requests: 2,
  });

  for (const answer of answers) {
    expect(answer).toMatchObject(busy);
  }
});

test("a new preset that would put a line with a call on air is refused", async () => {
  const { admin } = desk.people;
  const off = { station: desk.station, line: "line1", feedsAir: false };
  expect((await desk.post("/station/line_feed", off, admin)).status).toBe(200);
  const { id } = await desk.anAudioServer("Studio 3");
  await acceptOn(id);

  expect(await desk.post(path(), fieldsOf("On air", id, true), admin)).toMatchObject(busy);
  expect((await desk.get(path(), admin)).body["items"]).not.toContainEqual(
    expect.objectContaining({ name: "On air" }),
  );
  expect((await desk.post(path(), fieldsOf("Off air", id), admin)).status).toBe(200);

  await desk.endCalls();
  expect((await desk.post(path(), fieldsOf("On air", id, true), admin)).status).toBe(200);
});

test("[LN7] [LN9] a browser's line feeds the air as its preset says, and a change of this setting is refused during a call", async () => {
  const { admin, presenter, screener } = desk.people;
  const fields = fieldsOf("Presenter's desk", null, true);
  const preset = await addPreset(fields);
  const device = { type: "browser", preset };
  const { id: call } = await desk.ring();
  const accept = { call, action: "accept", line: "line1", device };

  expect((await desk.act(screener, accept)).error?.code).toBe("forbidden");
  await desk.connect(presenter, await desk.act(presenter, accept));
  expect((await desk.call(call)).desk.status).toBe("on_air");
  expect(await change(preset, fieldsOf("Presenter's desk", null, false))).toMatchObject(busy);
  expect((await change(preset, { ...fields, name: "Desk" })).status).toBe(200);
  await desk.endCalls();

  const { id: other } = await desk.ring();
  await desk.connect(
    presenter,
    await desk.act(presenter, { ...accept, call: other, device: { type: "browser" } }),
  );
  expect((await desk.call(other)).desk.status).toBe("screening");
  await desk.endCalls();
  expect((await desk.send("DELETE", path(preset), admin)).status).toBe(200);
});

test("[LN96] the people of a role use one preset, and every desk gets the id of this preset", async () => {
  const { screener } = desk.people;
  const first = await addPreset({ ...fieldsOf("Studio", null, true), seatOf: "presenter" });
  const second = await addPreset({ ...fieldsOf("Other studio", null), seatOf: "presenter" });
  async function seats() {
    const at = { station: desk.station };
    const { body } = await desk.post("/twilio/calls/call_subscription", at, screener);
    const { presets } = body["air"] as { presets: { id: string; line: string; seatOf?: Role }[] };
    return presets.filter(({ seatOf }) => seatOf !== undefined);
  }

  expect(await seats()).toMatchObject([
    { id: second, line: "line1", audioServer: null, feedsAir: false, seatOf: "presenter" },
    { id: second, line: "line2", audioServer: null, feedsAir: null, seatOf: "presenter" },
  ]);
  await change(first, { ...fieldsOf("Studio", null, true), seatOf: "presenter" });
  expect((await seats()).map(({ id }) => id)).toEqual([first, first]);
  expect((await remove(first)).status).toBe(200);
  expect((await remove(second)).status).toBe(200);
});
