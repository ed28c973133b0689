import { expect, test } from "vitest";

import type { DeviceLine } from "@linedesk/contract";
import { updatePreset } from "../../src/audio-servers/device-preset-store.ts";
import { keepUsedFeeds } from "../../src/audio-servers/keep-used-feeds.ts";
import { makeClaim } from "../../src/calls/claims/make-claim.ts";
import { openDesk } from "../support/telephone-desk.ts";
import { waitBehind } from "../support/wait-behind.ts";

const desk = await openDesk();

interface Fields {
  name: string;
  line1: string | null;
  line2: string | null;
  feedsAir: Record<DeviceLine, boolean | null>;
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

/** A screener, or who is named, accepts on line 1 of the audio server, by the preset if any. */
async function acceptOn(id: string, preset?: string, person = desk.people.screener) {
  const { sid, id: call } = await desk.ring();
  const device = { type: "audio_server", id, preset };
  const answer = await desk.act(person, { call, action: "accept", line: "line1", device });
  expect(answer.status).toBe(200);
  return { sid, answer, call };
}

/** Off air on line 1, unless it says otherwise. */
function fieldsOf(name: string, line1: string | null, feeds: boolean | null = false): Fields {
  return { name, line1, line2: null, feedsAir: { line1: feeds, line2: null } };
}

const busy = {
  status: 409,
  body: {
    error: {
      code: "conflict",
      message: "Somebody has a call on this line: change it afterwards.",
    },
  },
};

test("[LN86] a preset that would put a line to air waits for the call on it, from its claim to its end", async () => {
  const { id } = await desk.anAudioServer("Studio 1");
  const other = await desk.anAudioServer("Studio 2");
  const fields = fieldsOf("Talks", id);
  const preset = await addPreset(fields);
  const { sid, answer, call } = await acceptOn(id, preset);
  const toAir = fieldsOf("Talks", id, true);

  expect(await change(preset, toAir)).toMatchObject(busy);
  await desk.connect({ id: `as-${id}-line1`, name: "" }, answer);
  expect(await change(preset, toAir)).toMatchObject(busy);
  // Without its word, and with another audio server's, the line would be the air's too.
  expect(await change(preset, fieldsOf("Talks", id, null))).toMatchObject(busy);
  expect(await change(preset, fieldsOf("Talks", other.id))).toMatchObject(busy);
  expect(await remove(preset)).toMatchObject(busy);
  expect((await desk.get(`/devicePresets/${preset}`, desk.people.admin)).body).toMatchObject({
    line1: { id },
    feedsAir: { line1: false },
  });
  expect((await desk.call(call)).desk.status).toBe("screening");

  // What changes nothing of that line is saved meanwhile.
  const renamed = { ...fields, name: "Screening", line2: id };
  expect((await change(preset, renamed)).status).toBe(200);
  const second = await addPreset(fieldsOf("Elsewhere", other.id));
  expect((await change(second, fieldsOf("Elsewhere", other.id, true))).status).toBe(200);
  expect((await remove(second)).status).toBe(200);

  await desk.service.drop(sid);
  await desk.service.settle();
  expect((await change(preset, toAir)).status).toBe(200);
  expect((await remove(preset)).status).toBe(200);
});

test("[LN86] a preset that would take a line off air waits for the call on it too", async () => {
  const { admin, producer } = desk.people;
  const off = { station: desk.station, line: "line1", feedsAir: false };
  expect((await desk.post("/station/line_feed", off, admin)).status).toBe(200);
  const { id } = await desk.anAudioServer("Studio 4");
  const other = await desk.anAudioServer("Studio 5");
  const preset = await addPreset(fieldsOf("Show", id, true));
  const { sid, answer, call } = await acceptOn(id, preset, producer);
  const fromAir = fieldsOf("Show", id, false);

  expect(await change(preset, fromAir)).toMatchObject(busy);
  await desk.connect({ id: `as-${id}-line1`, name: "" }, answer);
  expect((await desk.call(call)).desk.status).toBe("on_air");
  expect(await change(preset, fromAir)).toMatchObject(busy);
  expect(await change(preset, fieldsOf("Show", id, null))).toMatchObject(busy);
  expect(await change(preset, fieldsOf("Show", other.id, true))).toMatchObject(busy);
  expect(await remove(preset)).toMatchObject(busy);
  expect((await desk.call(call)).desk.status).toBe("on_air");

  await desk.service.drop(sid);
  await desk.service.settle();
  expect((await change(preset, fromAir)).status).toBe(200);
  expect((await remove(preset)).status).toBe(200);
});

test("[LN90] an accept on a line that is put to air at the same moment is refused, and made anew goes to air", async () => {
  const { producer } = desk.people;
  const { id } = await desk.anAudioServer("Studio 6");
  const fields = fieldsOf("Night", id);
  const preset = await addPreset(fields);
  const { sid, id: call } = await desk.ring();
  const device = { type: "audio_server", id, preset };
  const accept = { call, action: "accept", line: "line1", device };

  const toAir = { ...fields, feedsAir: { line1: true, line2: null } };

  const { status, error } = await waitBehind(desk.db, {
    write: (trx) => keepUsedFeeds(trx, desk.station, () => updatePreset(trx, preset, toAir)),
    act: () => desk.act(producer, accept),
  });

  expect([status, error?.code, error?.message]).toEqual([
    409,
    "conflict",
    "What feeds the air was changed just now: try again.",
  ]);
  expect((await desk.call(call)).desk.status).toBe("waiting");
  const again = await desk.act(producer, accept);
  await desk.connect({ id: `as-${id}-line1`, name: "" }, again);
  expect((await desk.call(call)).desk.status).toBe("on_air");
  await desk.service.drop(sid);
  await desk.service.settle();
  expect((await remove(preset)).status).toBe(200);
});

test("[LN90] a second accept by a preset that feeds the air differently has a claim of its own", async () => {
  const { producer } = desk.people;
  const { id } = await desk.anAudioServer("Studio 8");
  const offAir = await addPreset(fieldsOf("Rehearsal", id, false));
  const onAir = await addPreset(fieldsOf("Live", id, true));
  const { sid, answer, call } = await acceptOn(id, offAir, producer);
  const accept = (preset: string) => {
    const device = { type: "audio_server", id, preset };
    return desk.act(producer, { call, action: "accept", line: "line1", device });
  };

  expect((await accept(offAir)).claim?.id).toBe(answer.claim?.id);
  const toAir = await accept(onAir);
  expect(toAir.claim?.id).not.toBe(answer.claim?.id);
  await desk.connect({ id: `as-${id}-line1`, name: "" }, toAir);
  expect((await desk.call(call)).desk.status).toBe("on_air");

  await desk.service.drop(sid);
  await desk.service.settle();
  expect((await remove(offAir)).status).toBe(200);
  expect((await remove(onAir)).status).toBe(200);
});

test("[LN90] a change of what feeds the air waits for a claim that is being written, and is refused for it", async () => {
  const { admin, producer } = desk.people;
  const { id } = await desk.anAudioServer("Studio 7");
  const preset = await addPreset(fieldsOf("Morning", id));
  const { sid, id: call } = await desk.ring();
  const line = "line1" as const;
  const device = { type: "audio_server" as const, id, preset };
  const wanted = {
    call,
    holder: { user: producer.id, name: producer.name, line },
    at: { station: desk.station, line, role: "producer" as const, device },
    feedsAir: false,
    audioServer: id,
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
  await desk.service.drop(sid);
  await desk.service.settle();
});

test("[LN86] a new preset does not put a line to air on which somebody talks without one", async () => {
  const { admin } = desk.people;
  const off = { station: desk.station, line: "line1", feedsAir: false };
  expect((await desk.post("/station/line_feed", off, admin)).status).toBe(200);
  const { id } = await desk.anAudioServer("Studio 3");
  const { sid } = await acceptOn(id);

  expect(await desk.post(path(), fieldsOf("On air", id, true), admin)).toMatchObject(busy);
  expect((await desk.get(path(), admin)).body["items"]).not.toContainEqual(
    expect.objectContaining({ name: "On air" }),
  );
  expect((await desk.post(path(), fieldsOf("Off air", id), admin)).status).toBe(200);

  await desk.service.drop(sid);
  await desk.service.settle();
  expect((await desk.post(path(), fieldsOf("On air", id, true), admin)).status).toBe(200);
});
