import { expect, test } from "vitest";

import { listPlaylistEntries } from "./list-playlist-entries.ts";

function entriesOf(text: string): string[] | null {
  return listPlaylistEntries(Buffer.from(text), "http://radio.test/lists/live.m3u?x=1");
}

function entryOf(text: string): string | null {
  return entriesOf(text)?.[0] ?? null;
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
  expect(listPlaylistEntries(Buffer.alloc(70_000, "http://radio.test/\n"), "http://x/")).toBeNull();
});

test("[XM13] a playlist leads to its first five different addresses, in their order", () => {
  const servers = [3, 1, 2].map((number) => `File${number}=http://relay.test/${number}`);
  expect(entriesOf(["[playlist]", ...servers].join("\n"))).toEqual([
    "http://relay.test/1",
    "http://relay.test/2",
    "http://relay.test/3",
  ]);
  const songs = [1, 1, 2, 3, 4, 5, 6].map((number) => `http://radio.test/${number}.mp3`);
  expect(entriesOf(songs.join("\n"))).toEqual([...new Set(songs)].slice(0, 5));
});
