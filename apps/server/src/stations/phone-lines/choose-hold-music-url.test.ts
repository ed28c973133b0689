import { expect, test } from "vitest";

import { chooseHoldMusic, chooseHoldMusicUrl, chooseLineClosed } from "./choose-hold-music-url.ts";
import { findForwardTo } from "./takes-calls.ts";

const none = { holdMusicUrl: null, stationHoldMusicUrl: null, stationLiveProgrammeUrl: null };

test("[PL12] hold music is the line's, otherwise the station's, otherwise the built-in music", () => {
  const station = { ...none, stationHoldMusicUrl: "station" };

  expect(chooseHoldMusicUrl({ ...station, holdMusicUrl: "line" }, "ours")).toBe("line");
  expect(chooseHoldMusicUrl(station, "ours")).toBe("station");
  expect(chooseHoldMusicUrl(none, "ours")).toBe("ours");
  expect(chooseHoldMusicUrl(null, "ours")).toBe("ours");
});

test("[PL12] with a live programming server waiting callers hear the live programme", () => {
  const station = { ...none, stationHoldMusicUrl: "music", stationLiveProgrammeUrl: "live" };

  expect(chooseHoldMusicUrl(station, "ours")).toBe("live");
});

test("only a live programme comes with music that can replace it: the station's hold music, or the built-in music", () => {
  const builtIn = "http://ours/hold.wav";
  const station = { ...none, stationHoldMusicUrl: "http://s/music" };
  const live = { ...station, stationLiveProgrammeUrl: "http://s/live" };

  expect(chooseHoldMusic(live, builtIn)).toEqual({
    url: "http://s/live",
    musicUrl: "http://s/music",
  });
  expect(chooseHoldMusic({ ...live, stationHoldMusicUrl: null }, builtIn).musicUrl).toBe(builtIn);
  expect(chooseHoldMusic(station, builtIn)).toEqual({ url: "http://s/music", musicUrl: null });
  expect(chooseHoldMusic({ ...live, holdMusicUrl: "http://l/music" }, builtIn)).toEqual({
    url: "http://l/music",
    musicUrl: null,
  });
  expect(chooseHoldMusic(null, builtIn)).toEqual({ url: builtIn, musicUrl: null });
});

test("[PL4] the line-closed audio is the line's, otherwise the station's, otherwise the built-in prompt", () => {
  const line = { lineClosedUrl: "line", stationLineClosedUrl: "station", lineClosedWords: null };

  expect(chooseLineClosed(line, "ours")).toEqual({ url: "line" });
  expect(chooseLineClosed({ ...line, lineClosedUrl: null }, "ours")).toEqual({ url: "station" });
  const nothing = { ...line, lineClosedUrl: null, stationLineClosedUrl: null };
  expect(chooseLineClosed(nothing, "ours")).toEqual({ url: "ours" });
});

test("[PL4] the station's text is spoken when neither line nor station has a sound", () => {
  const line = { lineClosedUrl: null, stationLineClosedUrl: null, lineClosedWords: "Goodbye." };

  expect(chooseLineClosed(line, "ours")).toEqual({ words: "Goodbye." });
  expect(chooseLineClosed({ ...line, lineClosedUrl: "line" }, "ours")).toEqual({ url: "line" });
});

test("[AD22] a line's own music, closed audio and forwarding take precedence over the station's", () => {
  const music = { ...none, stationHoldMusicUrl: "station", stationLiveProgrammeUrl: "live" };
  const closed = { stationLineClosedUrl: "station", lineClosedWords: null };

  expect(chooseHoldMusicUrl({ ...music, holdMusicUrl: "line" }, "ours")).toBe("line");
  expect(chooseLineClosed({ ...closed, lineClosedUrl: "line" }, "ours")).toEqual({ url: "line" });
  expect(findForwardTo({ forwardTo: "+61270101001", stationForwardTo: "+61270101002" })).toBe(
    "+61270101001",
  );
  expect(findForwardTo({ forwardTo: null, stationForwardTo: "+61270101002" })).toBe("+61270101002");
});

test("[CA68] a service without streams plays the hold music in place of the live programme", () => {
  const station = { ...none, stationHoldMusicUrl: "http://s/music" };
  const live = { ...station, stationLiveProgrammeUrl: "http://s/live" };
  const atTwilio = chooseHoldMusic(live, "http://ours/hold.wav", { playsStreams: false });
  expect(atTwilio).toEqual({ url: "http://s/music", musicUrl: null });
});
