import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect, test } from "vitest";

import { findVoice } from "./voices.ts";

const types = readFileSync(
  createRequire(import.meta.url).resolve("twilio/lib/twiml/VoiceResponse.d.ts"),
  "utf8",
);
const [, union = ""] = /type SayVoice = ([^;]*);/.exec(types) ?? [];
const names = [...union.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);

test("[XT78] every voice that Twilio's client can write is known", () => {
  expect(names.length).toBeGreaterThan(800);
  expect(names.filter((name) => findVoice(name) === null)).toEqual([]);
});

test("[XT78] a voice's name says its language and gender", () => {
  expect(findVoice("Polly.Matthew-Neural")).toEqual({ language: "en-US", gender: "male" });
  expect(findVoice("Polly.Vicki")).toEqual({ language: "de-DE", gender: "female" });
  expect(findVoice("Polly.Rémi-Generative")).toEqual({ language: "fr-FR", gender: "male" });
  expect(findVoice("Google.sv-SE-Wavenet-C")).toEqual({ language: "sv-SE", gender: "female" });
  expect(findVoice("Google.en-AU-Chirp3-HD-Puck")).toEqual({ language: "en-AU", gender: "male" });
  expect(findVoice("man")).toEqual({ language: null, gender: "male" });
});

test.each([
  "Polly.Nobody",
  "Google.en-AU",
  "toString",
  "Polly.Joanna-Loud",
  "",
  "Google.zz-ZZ-Standard-Nonsense",
  "Google.zz-ZZ-Standard-A",
  "Google.en-AU-Wavenet-_",
  "Google.en-AU-Wavenet-AB",
  "Google.en-AU-Wavenet-Z",
  "Google.af-ZA-Wavenet-A",
  "Google.af-ZA-Chirp3-HD-Puck",
  "Google.en-AU-Chirp3-HD-Nobody",
])("[XT78] '%s' is no voice", (name) => {
  expect(findVoice(name)).toBeNull();
});
