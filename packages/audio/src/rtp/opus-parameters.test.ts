import { expect, test } from "vitest";

import { readOpusParameters, writeOpusParameters } from "./opus-parameters.ts";

test.each([
  ["minptime=10;useinbandfec=1", null, true],
  ["", null, false],
  ["useinbandfec=0; maxaveragebitrate=20000", 20_000, false],
  // The voice SDK appends its parameters after the old end of the line.
  ["minptime=10;useinbandfec=1\r;maxaveragebitrate=16000", 16_000, true],
  ["maxaveragebitrate=100", 6000, false],
  ["maxaveragebitrate=999999", 510_000, false],
  ["maxaveragebitrate=99999999", null, false],
  ["xmaxaveragebitrate=20000;useinbandfec=12", null, false],
])("[XM34] %j requests at most %s bit/s, with error correction: %s", (text, bitrate, fec) => {
  expect(readOpusParameters(text)).toEqual({ maxAverageBitrate: bitrate, inBandFec: fec });
});

test("[XM34] our parameters request from the far end the limit that it requests from us", () => {
  const opusOptions = { maxAverageBitrate: 20_000, inBandFec: false };

  expect(writeOpusParameters(opusOptions)).toBe(
    "minptime=10;useinbandfec=1;maxaveragebitrate=20000",
  );
  expect(writeOpusParameters(null)).toBe("minptime=10;useinbandfec=1");
});
