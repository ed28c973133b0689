import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { LiveStreams } from "../live/live-streams.ts";
import { SoundLibrary } from "./sound-library.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let answer: Answer;
let requests: IncomingMessage[];
let nowMs: number;
let refused: string | null;
let refusedIp: string | null;
const noFeeder = { open() {}, feed: async () => 0, end() {} };

beforeEach(async () => {
  requests = [];
  nowMs = 0;
  refused = null;
  refusedIp = null;
  answer = (_, response) => response.end("abc");
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function address(path = "/music"): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

/** Returns a library whose decoder returns as many samples as it gets bytes. */
function aLibrary(decode = (length: number): Int16Array => new Int16Array(length)): SoundLibrary {
  return new SoundLibrary({
    soundsDirectory: "/nowhere",
    isAllowedUrl: (url) => url.pathname !== refused,
    isAllowedAddress: (_, ip) => ip !== refusedIp,
    streams: new LiveStreams({ feeder: noFeeder, clock: { nowMs: () => nowMs }, onEvent() {} }),
    decode: async (bytes) => decode(bytes.length),
    clock: { nowMs: () => nowMs },
  });
}

test("one fetch serves all simultaneous requests, and later requests while the sound is fresh", async () => {
  const library = aLibrary();
  const [first, second] = await Promise.all([
    library.load({ type: "url", url: address() }),
    library.load({ type: "url", url: address() }),
  ]);
  nowMs = 59_000;

  expect(first).toBe(second);
  expect(await library.load({ type: "url", url: address() })).toBe(first);
  expect(requests.length).toBe(1);
});

test("a stale sound is revalidated with its ETag", async () => {
  const library = aLibrary();
  answer = (request, response) => {
    if (request.headers["if-none-match"] === '"1"') {
      response.writeHead(304).end();
    } else {
      response.writeHead(200, { etag: '"1"', "cache-control": "max-age=20" }).end("abc");
    }
  };
  const first = await library.load({ type: "url", url: address() });
  nowMs = 21_000;

  expect(await library.load({ type: "url", url: address() })).toBe(first);
  expect(requests.length).toBe(2);

  nowMs = 100_000;
  answer = (_, response) => response.end("longer");
  expect(await library.load({ type: "url", url: address() })).toHaveLength(6);
});

test("an old sound keeps playing while its server is down, but not when it is forbidden", async () => {
  const library = aLibrary();
  const first = await library.load({ type: "url", url: address() });
  nowMs = 61_000;
  answer = (_, response) => response.writeHead(500).end();
  expect(await library.load({ type: "url", url: address() })).toBe(first);

  nowMs = 200_000;
  refused = "/music";
  await expect(library.load({ type: "url", url: address() })).rejects.toMatchObject({
    code: "sound_refused",
  });
});

test("[XM57] at most ten redirects are followed, and each address is checked", async () => {
  const library = aLibrary();
  answer = (request, response) => {
    const step = Number(request.url?.slice(1));
    if (step < 10) {
      response.writeHead(302, { location: `/${step + 1}` }).end();
    } else {
      response.end("abc");
    }
  };
  expect(await library.load({ type: "url", url: address("/0") })).toHaveLength(3);
  await expect(library.load({ type: "url", url: address("/-1") })).rejects.toMatchObject({
    code: "sound_unreachable",
  });
  refused = "/2";
  await expect(library.load({ type: "url", url: address("/1") })).rejects.toMatchObject({
    code: "sound_refused",
  });
});

test("[XM57] a redirect to an address with unescaped letters is followed", async () => {
  answer = (request, response) => {
    if (request.url === "/a") {
      response.socket?.end(
        Buffer.from("HTTP/1.1 302 Found\r\nLocation: /Große Halle.mp3\r\n\r\n", "utf8"),
      );
    } else {
      response.end("abc");
    }
  };
  expect(await aLibrary().load({ type: "url", url: address("/a") })).toHaveLength(3);
  expect(requests.at(-1)?.url).toBe("/Gro%C3%9Fe%20Halle.mp3");
});

test("[XM57] the address of a host name is checked when the connection opens", async () => {
  const named = address("/named").replace("127.0.0.1", "localhost");
  expect(await aLibrary().load({ type: "url", url: named })).toHaveLength(3);

  refusedIp = "127.0.0.1";
  for (const url of [named, address("/bare")]) {
    await expect(aLibrary().load({ type: "url", url })).rejects.toMatchObject({
      code: "sound_refused",
    });
  }
  expect(requests.map(({ url }) => url)).toEqual(["/named"]);
});

test("[XM57] a redirect to a refused address is not followed", async () => {
  answer = (_, response) => response.writeHead(302, { location: "http://10.1.2.3/x" }).end();
  refusedIp = "10.1.2.3";

  await expect(aLibrary().load({ type: "url", url: address() })).rejects.toMatchObject({
    code: "sound_refused",
  });
});

test("[XM13] a file without a length that arrives slowly at first is still a file", async () => {
  answer = (_, response) => {
    response.writeHead(200, { "content-type": "audio/mpeg" });
    response.write("ID3");
    setTimeout(() => response.end("the rest"), 200);
  };

  expect(await aLibrary().load({ type: "url", url: address() })).toHaveLength(11);
});

test.each(["file:///etc/passwd", "ftp://127.0.0.1/x", "nonsense", ""])(
  "%s is no address for a sound",
  async (url) => {
    await expect(aLibrary().load({ type: "url", url })).rejects.toMatchObject({
      code: "sound_address",
    });
  },
);

test("a body over 20 MB is refused", async () => {
  answer = (_, response) => {
    const block = Buffer.alloc(1_000_000);
    function write(): void {
      while (!response.destroyed && response.write(block)) {
        continue;
      }
    }
    response.on("drain", write);
    response.on("error", () => undefined);
    write();
  };
  await expect(aLibrary().load({ type: "url", url: address() })).rejects.toMatchObject({
    code: "sound_too_large",
  });
});

test("at most 64 sounds are kept", async () => {
  const library = aLibrary();
  for (let i = 0; i < 70; i += 1) {
    nowMs += 1;
    await library.load({ type: "url", url: address(`/${i}`) });
  }

  expect(library.cachedCount).toBe(64);
});

test("[XM90] with sounds of 50 MB, at most two are kept: the two that were used last", async () => {
  const library = aLibrary(() => new Int16Array(new SharedArrayBuffer(50_000_000)));
  for (const path of ["/a", "/b", "/c"]) {
    nowMs += 1;
    await library.load({ type: "url", url: address(path) });
  }

  expect(library.cachedCount).toBe(2);
  const before = requests.length;
  await library.load({ type: "url", url: address("/c") });
  expect(requests.length).toBe(before);
});

test("a built-in name cannot leave its folder, and a missing file is named", async () => {
  await expect(aLibrary().load({ type: "builtin", name: "../x" })).rejects.toMatchObject({
    code: "sound_refused",
  });
  await expect(aLibrary().load({ type: "builtin", name: "gone" })).rejects.toThrow(
    "The built-in sound gone cannot be read",
  );
  await expect(aLibrary().load({ type: "file", path: "/nowhere/x.wav" })).rejects.toMatchObject({
    code: "sound_unreachable",
  });
});
