import { expect, test } from "vitest";

import { playlistEntry } from "./playlist.ts";

function entryOf(text: string): string | null {
  return playlistEntry(Buffer.from(text), "http://radio.test/lists/live.m3u?x=1");
}

test("[XM13] M3U and PLS are recognised by their content and lead to their first address", () => {
  const stream = "http://radio.test/live.mp3";
  for (const list of [
    `#EXTM3U\r\n#EXTINF:-1,2ZZ\r\n${stream}\r\nhttp://other.test/\r\n`,
    `${stream}\n`,
    `# made by hand\n\n${stream}`,
    `\ufeff#EXTM3U\r\n../live.mp3\r\n`,
    "#EXTM3U\nfile:///C:/x.mp3\nC:\\\\x.mp3\n/live.mp3",
    `[playlist]\nFile2=http://other.test/\nFile1 = ../live.mp3\nLength1=-1`,
    "icy://radio.test/live.mp3",
    `[playlist]\nNumberOfEntries=2\nFile1=${stream}\nTitle1=2ZZ\nFile2=http://other.test/`,
    `[Playlist]\r\nfile1= ${stream}\r\n`,
  ]) {
    expect(entryOf(list)).toBe(stream);
  }
});

test("[XM13] HLS and an empty list are refused with the reason, and other content is no list", () => {
  const hls = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:9,\nhttp://radio.test/1.ts";
  expect(() => entryOf(hls)).toThrow("HLS is not supported");
  expect(() => entryOf("#EXTM3U\nC:\\\\music.mp3")).toThrow("has no http or https address");
  expect(() => entryOf("[playlist]\nFile1=file:///etc/passwd")).toThrow("has no http");
  for (const other of ["", "RIFF", "<html>http://x</html>", "http://a b", "ID3"]) {
    expect(entryOf(other)).toBeNull();
  }
  expect(playlistEntry(Buffer.alloc(70_000, "http://radio.test/\n"), "http://x/")).toBeNull();
});
