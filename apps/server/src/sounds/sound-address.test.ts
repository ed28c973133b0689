import { expect, test } from "vitest";

import { readSoundAddress, resolveSound, toSoundName, writeSoundAddress } from "./sound-address.ts";

const ID = "018f4b7e-8a6c-4c38-9d2e-0f6a5b4c3d2e";

test("[AD93] a stored sound has a URL next to the built-in sounds, and any other sound keeps its address", () => {
  const builtIn = "http://127.0.0.1:4999/sounds/hold-music.wav";

  expect(resolveSound(writeSoundAddress(ID, "hold.mp3"), builtIn)).toBe(
    `http://127.0.0.1:4999/sounds/station/${ID}`,
  );
  expect(resolveSound("https://radio.example.com/a.mp3", builtIn)).toBe(
    "https://radio.example.com/a.mp3",
  );
  expect(resolveSound(builtIn, builtIn)).toBe(builtIn);
});

test.each(["sound:1", `sound:${ID}`, `sound:${ID}/a b`, `sound:${ID}/../a`, `http://x/${ID}/a`])(
  "[AD93] %s is not a stored sound",
  (address) => {
    expect(readSoundAddress(address)).toBeNull();
  },
);

test("[AD93] the name of a file is valid in an address", () => {
  expect(toSoundName("Our hold music (2026).mp3")).toBe("Our-hold-music-2026-.mp3");
  expect(readSoundAddress(writeSoundAddress(ID, toSoundName("ü".repeat(200))))).toBe(ID);
});
