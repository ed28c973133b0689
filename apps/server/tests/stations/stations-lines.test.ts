import { expect, test } from "vitest";

import type { DeviceLine, PhoneLine } from "@linedesk/contract";
import { openDesk, type Answer } from "../support/telephone-desk.ts";

const desk = await openDesk();

function linesOf(answer: Answer): PhoneLine[] {
  return answer.body["items"] as PhoneLine[];
}
async function lines(): Promise<PhoneLine[]> {
  return linesOf(
    await desk.get(`/station/phone_line?station=${desk.station}`, desk.people.screener),
  );
}
function setOpen(open: boolean, phoneLine?: string): Promise<Answer> {
  return desk.post(
    "/station/line_open",
    { station: desk.station, open, ...(phoneLine === undefined ? {} : { phoneLine }) },
    desk.people.producer,
  );
}

test("[PL1] [PL3] the lines are listed with their number, closed and opened, and every seat gets the changes", async () => {
  const [main, ...others] = await lines();
  expect(main).toMatchObject({ number: desk.line, name: "Line", open: true, priority: false });
  expect(others).toEqual([]);
  const second = await desk.aLine({});

  const after = linesOf(await setOpen(false, main?.id));
  // The lines are in the order of their numbers, and the second number is random.
  expect(after).toHaveLength(2);
  expect(after.find(({ id }) => id === main?.id)?.open).toBe(false);
  expect(after.find(({ id }) => id !== main?.id)?.open).toBe(true);
  expect((await desk.events()).at(-1)).toMatchObject({
    type: "line.changed",
    phoneLine: { id: main?.id, open: false },
  });

  const before = (await desk.events()).length;
  expect(linesOf(await setOpen(true)).every((line) => line.open)).toBe(true);
  expect((await desk.events()).slice(before)).toEqual([
    expect.objectContaining({ type: "line.changed" }),
  ]);
  expect((await desk.service.ring(second, "+61491570006")).body).toContain("<Enqueue");
});

test("[RL1] a person's stations are listed with the role, and one of them with its lines", async () => {
  const mine = await desk.get("/station", desk.people.presenter);
  const none = await desk.get("/station", desk.people.outsider);
  const one = await desk.get(`/station/${desk.station}`, desk.people.presenter);

  expect(mine.body["items"]).toEqual([
    expect.objectContaining({ id: desk.station, role: "presenter" }),
  ]);
  expect(none.body).toEqual({ items: [], nextCursor: null });
  expect(one.body).toMatchObject({ id: desk.station, role: "presenter" });
  expect(one.body["phoneLines"]).toHaveLength(2);
});

function setFeed(line: DeviceLine, feedsAir: boolean, person = desk.people.admin) {
  return desk.post("/station/line_feed", { station: desk.station, line, feedsAir }, person);
}

test("[LN41] [LN7] an admin sets what feeds the air, not during a call on the line, and every member reads it", async () => {
  const { admin, presenter, screener } = desk.people;
  const device = { type: "browser" };
  async function accept(line: DeviceLine, how: object) {
    const { sid, id } = await desk.ring();
    const answer = await desk.act(presenter, { call: id, action: "accept", line, device: how });
    const isStudio = "id" in how;
    const who = isStudio ? { id: `as-${String(how.id)}-${line}`, name: "" } : presenter;
    await desk.connect(who, answer);
    return { sid, desk: (await desk.call(id)).desk.status };
  }

  expect(await setFeed("line2", true)).toEqual({
    status: 200,
    body: { feedsAir: { line1: null, line2: true } },
  });
  const info = await desk.get(`/station/${desk.station}`, screener);
  expect(info.body["feedsAir"]).toEqual({ line1: null, line2: true });
  // Every desk is notified, and reads the setting with the calls.
  expect((await desk.events()).at(-1)).toMatchObject({ type: "station.stale" });
  const at = { station: desk.station };
  const snapshot = await desk.post("/twilio/calls/call_subscription", at, screener);
  expect(snapshot.body["air"]).toEqual({ station: { line1: null, line2: true }, presets: [] });

  // A browser's line is off air by default, but the station's setting decides.
  const onAir = await accept("line2", device);
  expect(onAir.desk).toBe("on_air");
  const refused = await setFeed("line2", false);
  expect(refused).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  await desk.service.drop(onAir.sid);
  await desk.service.settle();

  expect((await setFeed("line2", false)).status).toBe(200);
  const { id } = await desk.anAudioServer("Studio B");
  const offAir = await accept("line2", { type: "audio_server", id });
  expect(offAir.desk).toBe("screening");
  const audits = await desk.audited("station.line_feed_set", "user_id", "details");
  expect(audits).toEqual([
    { user_id: admin.id, details: { line: "line2", feedsAir: true } },
    { user_id: admin.id, details: { line: "line2", feedsAir: false } },
  ]);
  await desk.service.drop(offAir.sid);
});
