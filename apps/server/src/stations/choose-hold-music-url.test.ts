import { expect, test } from "vitest";

import { chooseHoldMusicUrl, chooseLineClosedUrl } from "./choose-hold-music-url.ts";

const none = { holdMusicUrl: null, stationHoldMusicUrl: null, stationLiveProgrammeUrl: null };

test("[PL12] hold music is the line's, else the station's, else the built-in", () => {
  const station = { ...none, stationHoldMusicUrl: "station" };

  expect(chooseHoldMusicUrl({ ...station, holdMusicUrl: "line" }, "ours")).toBe("line");
  expect(chooseHoldMusicUrl(station, "ours")).toBe("station");
  expect(chooseHoldMusicUrl(none, "ours")).toBe("ours");
  expect(chooseHoldMusicUrl(null, "ours")).toBe("ours");
});

test("[PL13] [QU11] a station with a live programming server plays its programme to who waits", () => {
  const station = { ...none, stationHoldMusicUrl: "music", stationLiveProgrammeUrl: "live" };

  expect(chooseHoldMusicUrl(station, "ours")).toBe("live");
});

test("[PL5] the line-closed audio is the line's, else the station's, else the built-in prompt", () => {
  const line = { lineClosedUrl: "line", stationLineClosedUrl: "station" };

  expect(chooseLineClosedUrl(line, "ours")).toBe("line");
  expect(chooseLineClosedUrl({ ...line, lineClosedUrl: null }, "ours")).toBe("station");
  expect(chooseLineClosedUrl({ lineClosedUrl: null, stationLineClosedUrl: null }, "ours")).toBe(
    "ours",
  );
});
