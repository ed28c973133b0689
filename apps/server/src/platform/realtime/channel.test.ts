import { expect, test } from "vitest";

import { audioServerChannel, deviceLine, devicePreset } from "@linedesk/contract";
import { isAudioServerChannel, parseChannel } from "./channel.ts";

const id = "0190f3c4-7a1b-7c3d-8e4f-0123456789ab";

test("[RT13] a channel's name contains its kind and its owner", () => {
  expect(parseChannel(`private-station-${id}`)).toEqual({ type: "station", station: id });
  expect(parseChannel(`presence-station-${id}`)).toEqual({ type: "station_presence", station: id });
  expect(parseChannel(`private-user-${id}`)).toEqual({ type: "user", user: id });
});

test("[AS9] an audio server's channel names the server and the line, and allows client events", () => {
  const name = `presence-audio-server-${id}-line1`;

  expect(parseChannel(name)).toEqual({ type: "audio_server", server: id, line: "line1" });
  expect([name, `private-station-${id}`].map(isAudioServerChannel)).toEqual([true, false]);
});

test("[LN3] presets and channels write a line as line1 or line2", () => {
  const written = ["line1", "line2"] as const;
  const channels = written.map((line) => audioServerChannel(id, line));

  expect(deviceLine.options).toEqual(written);
  expect(Object.keys(devicePreset.shape)).toEqual(expect.arrayContaining([...written]));
  expect(Object.keys(devicePreset.shape.feedsAir.shape)).toEqual(written);
  expect(channels.map((name) => name.slice(-6))).toEqual(written.map((line) => `-${line}`));
  expect(channels.map(parseChannel)).toEqual(
    written.map((line) => ({ type: "audio_server", server: id, line })),
  );
  for (const other of ["1", "Line1", "line-1", "line3", ""]) {
    expect(parseChannel(audioServerChannel(id, other))).toBeNull();
  }
});

test.each([
  `public-station-${id}`,
  `private-station-${id}x`,
  `private-station-`,
  `presence-user-${id}`,
  `presence-audio-server-${id}-line3`,
  `private-audio-server-${id}-line1`,
  `presence-audio-server-nobody-line1`,
  `private-encrypted-station-${id}`,
  "",
])("[RT13] nobody may subscribe to %j", (name) => {
  expect(parseChannel(name)).toBeNull();
});
