import { expect, test } from "vitest";

import { parseStations, readStationsFile } from "./stations-file.ts";

function parsed(...stations: object[]) {
  return () => parseStations(JSON.stringify({ stations }));
}

test("[AD35] missing values of the file stay absent, and numbers are in E.164", () => {
  const lines = [{ name: "Main", number: "02 5550 0101" }];
  const people = [{ email: "Kim@Example.com", role: "producer" }];
  expect(parsed({ callSign: "2zz", name: " 2ZZ ", lines, people })().stations).toEqual([
    {
      callSign: "2ZZ",
      name: "2ZZ",
      lines: [{ name: "Main", number: "+61255500101", open: true }],
      people: [{ email: "kim@example.com", role: "producer" }],
    },
  ]);
});

test("[AD35] one error lists every fault with its path", () => {
  const first = {
    callSign: "phone",
    name: "",
    holdMusicUrl: "ftp://radio.example.com/a",
    maxDialS: 5,
    colour: "red",
    openingHours: { timeZone: "Nowhere", week: [] },
    lines: [{ name: "Main", number: "12" }],
    people: [{ email: "kim", role: "boss" }],
    frequency: 102.5,
  };
  expect(parsed(first)).toThrow(
    expect.objectContaining({
      name: "ConfigError",
      message: expect.stringMatching(
        new RegExp(
          [
            "stations.0.callSign: is reserved for a page of the console",
            "stations.0.name: ",
            "stations.0.holdMusicUrl: is not an http or https address",
            "stations.0.maxDialS: ",
            "stations.0.openingHours",
            "stations.0.colour: must be a colour such as #a006d1",
            "stations.0.lines.0.number: is not a telephone number",
            "stations.0.people.0.email: ",
            "stations.0.people.0.role: ",
            "frequency",
          ].join("[^]*"),
        ),
      ),
    }),
  );
});

test("[AD35] no station, number or person may appear twice", () => {
  const number = { name: "Main", number: "+61255500101" };
  const again = { name: "Again", number: "02 5550 0101" };
  const person = { email: "kim@example.com", role: "admin" };
  const twice = { callSign: "2ZZ", name: "A", lines: [number], people: [person, person] };
  expect(parsed(twice, { callSign: "2zz", name: "B", lines: [again] })).toThrow(
    /people\.1\.email: appears twice in the file[^]*stations\.1\.callSign: appears twice in the file[^]*stations\.1\.lines\.0\.number: appears twice in the file/,
  );
});

test("[AD35] the error names a file that is not a stations file", async () => {
  expect(() => parseStations("{")).toThrow("STATIONS names a file that is not JSON");
  await expect(readStationsFile("/nowhere/stations.json")).rejects.toThrow(
    'STATIONS is "/nowhere/stations.json": this file cannot be read.',
  );
});
