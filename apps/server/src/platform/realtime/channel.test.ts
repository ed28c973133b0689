import { expect, test } from "vitest";

import { parseChannel } from "./channel.ts";

const id = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";

test("[RT13] a channel's name tells its kind and whose it is", () => {
  expect(parseChannel(`private-station-${id}`)).toEqual({ type: "station", station: id });
  expect(parseChannel(`presence-station-${id}`)).toEqual({ type: "station_presence", station: id });
  expect(parseChannel(`private-user-${id}`)).toEqual({ type: "user", user: id });
});

test.each([
  `public-station-${id}`,
  `private-station-${id}x`,
  `private-station-`,
  `presence-user-${id}`,
  `presence-audio-server-${id}-line1`,
  `private-encrypted-station-${id}`,
  "",
])("[RT13] nobody may follow %j", (name) => {
  expect(parseChannel(name)).toBeNull();
});
