import { readFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { sine, writeWav } from "@linedesk/audio";
import { type Fetched, fetchSound } from "./fetch-sound.ts";

const tone = { frequenciesHz: [440], durationMs: 500, amplitude: 0.5, sampleRate: 8000 };
const wav = Buffer.from(writeWav(sine(tone), 8000));
const wavHead = "HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\n";
let mp3: Buffer;
let answer: (socket: Socket) => void;
let requestText = "";
let nowMs = 0;
const open: (() => void)[] = [];

const server: Server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", (request) => {
    requestText = request.toString("latin1");
    answer(socket);
  });
});

beforeAll(async () => {
  mp3 = await readFile(new URL("../../tests/data/tone-440hz-44k1.mp3", import.meta.url));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
});
afterEach(() => {
  nowMs = 0;
  open.splice(0).forEach((close) => close());
});
afterAll(() => {
  server.close();
});

async function fetchFrom(address = `127.0.0.1:${(server.address() as AddressInfo).port}`) {
  const fetched = await fetchSound(address.includes("://") ? address : `http://${address}/sound`, {
    isAllowedUrl: (url) => url.hostname !== "forbidden.example",
    isAllowedAddress: () => true,
    have: null,
    clock: { nowMs: () => nowMs },
  });
  if (fetched.type === "stream") {
    open.push(() => fetched.close());
  }
  return fetched;
}

function bytesOf(fetched: Fetched): Buffer {
  return Buffer.from(fetched.type === "file" ? fetched.bytes : []);
}

/** Answers with the head and the bodies, and leaves the connection open as a radio does. */
function endless(head: string, ...bodies: readonly Uint8Array[]): void {
  answer = (socket) => {
    socket.write(head);
    bodies.forEach((body) => socket.write(body));
  };
}

function chunkOf(body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")]);
}

const whole = `Content-Length: ${wav.length}\r\n\r\n`;
const zipped = gzipSync(wav);
const files: [string, string, Uint8Array][] = [
  ["lines that end with LF", `${wavHead}${whole}`.replaceAll("\r", ""), wav],
  ["an empty line first", `\r\n${wavHead}${whole}`, wav],
  ["a blank before a colon", `${wavHead}X-Server : radio\r\n${whole}`, wav],
  ["a length that is too large", `${wavHead}Content-Length: 999999\r\n\r\n`, wav],
  ["a length of 0", `${wavHead}Content-Length: 0\r\n\r\n`, wav],
  ["a length of -1", `${wavHead}Content-Length: -1\r\n\r\n`, wav],
  ["gzip that was not requested", `${wavHead}Content-Encoding: gzip\r\n\r\n`, zipped],
  ["deflate", `${wavHead}Content-Encoding: deflate\r\n\r\n`, deflateSync(wav)],
  [
    "deflate without the head of zlib",
    `${wavHead}Content-Encoding: deflate\r\n\r\n`,
    deflateRawSync(wav),
  ],
  ["gzip that is declared and not applied", `${wavHead}Content-Encoding: gzip\r\n\r\n`, wav],
  [
    "chunks and a declared length",
    `${wavHead}Content-Length: ${wav.length}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    Buffer.concat([chunkOf(wav), Buffer.from("0\r\n\r\n")]),
  ],
  ["chunks that end early", `${wavHead}Transfer-Encoding: chunked\r\n\r\n`, chunkOf(wav)],
  ["chunks that are declared and not sent", `${wavHead}Transfer-Encoding: chunked\r\n\r\n`, wav],
  ["an interim response", `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${wavHead}${whole}`, wav],
];

test.each(files)("[SN50] a file is fetched from a server with %s", async (_, head, body) => {
  answer = (socket) => socket.end(Buffer.concat([Buffer.from(head), body]));

  expect(bytesOf(await fetchFrom()).equals(wav)).toBe(true);
  expect(requestText).toContain("accept-encoding: identity");
});

test("[SN50] the sound that a server sent before it reset the connection is played", async () => {
  answer = (socket) => {
    socket.write(Buffer.concat([Buffer.from(`${wavHead}Content-Length: 99999\r\n\r\n`), wav]), () =>
      socket.resetAndDestroy(),
    );
  };

  expect(bytesOf(await fetchFrom()).length).toBeGreaterThan(0);
});

test.each([
  ["of SHOUTcast", "ICY 200 OK\r\nicy-br:128\r\ncontent-type: audio/mpeg\r\n\r\n"],
  [
    "with an invented length",
    "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: 2ZZ\r\nContent-Length: 221183499\r\n\r\n",
  ],
  ["without a type", "HTTP/1.0 200 OK\r\nicy-name: 2ZZ\r\n\r\n"],
])(
  "[SN51] a radio %s is a stream, even when it is joined in the middle of a frame",
  async (_, head) => {
    endless(head, mp3.subarray(777), mp3);

    expect(await fetchFrom()).toMatchObject({ type: "stream", format: "mp3", isRadio: true });
  },
);

test("[SN51] a response that states the length of a file and does not end is a stream", async () => {
  let timer: NodeJS.Timeout | undefined;
  answer = (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n");
    timer = setInterval(() => {
      nowMs += 1000;
      socket.write(mp3);
    }, 10);
  };

  const fetched = await fetchFrom();

  clearInterval(timer);
  expect(fetched).toMatchObject({ type: "stream", format: "mp3", isRadio: false });
  expect(nowMs).toBeGreaterThanOrEqual(10_000);
});

test("[SN55] a stream of AAC and a web page in place of a radio are refused with the reason", async () => {
  endless(
    "HTTP/1.0 200 OK\r\nicy-name: 2ZZ\r\nContent-Type: audio/aacp\r\n\r\n",
    mp3.subarray(5, 9),
  );
  await expect(fetchFrom()).rejects.toThrow("The stream is AAC");

  const page = Buffer.alloc(70_000, "<html><body>Our player");
  endless("HTTP/1.0 200 OK\r\nicy-name: 2ZZ\r\nContent-Type: text/html\r\n\r\n", page);
  await expect(fetchFrom()).rejects.toThrow("contains a web page");
});

test.each([
  ["ftp://radio.example/live.mp3", "ftp addresses are not supported"],
  ["http://forbidden.example/live.mp3", "WEBHOOK_HOSTS names the allowed hosts"],
  ["http://127.0.0.1:1/live.mp3", "nothing listens at this address"],
  ["http://name.invalid/live.mp3", "the name of the server"],
])("[SN55] the error of %s says: %s", async (address, why) => {
  await expect(fetchFrom(address)).rejects.toThrow(why);
});

test("[SN55] the error for a server of another protocol names this cause", async () => {
  answer = (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n");
  await expect(fetchFrom()).rejects.toThrow("the answer is not HTTP");
});

test("[SN55] the error for a broken compression names this cause", async () => {
  const head = Buffer.from(`${wavHead}Content-Encoding: gzip\r\n\r\n`);
  answer = (socket) => socket.end(Buffer.concat([head, zipped.subarray(0, 10), wav]));
  await expect(fetchFrom()).rejects.toThrow("the compressed answer is broken");
});

test("[XM13] a playlist leads to a playlist of another address, whose entry is relative to it", async () => {
  const bodies: Record<string, string> = {
    "/sound": "HTTP/1.1 302 Found\r\nLocation: /lists/tune.m3u\r\n\r\n",
    "/lists/tune.m3u": "HTTP/1.1 200 OK\r\n\r\n#EXTM3U\n../radio/live.pls\n",
    "/radio/live.pls": "HTTP/1.1 200 OK\r\n\r\n[playlist]\nFile1=live.wav\n",
  };
  answer = (socket) => {
    const path = requestText.split(" ")[1] ?? "";
    const sound = Buffer.concat([Buffer.from(`${wavHead}${whole}`), wav]);
    socket.end(path === "/radio/live.wav" ? sound : (bodies[path] ?? ""));
  };

  expect(bytesOf(await fetchFrom()).equals(wav)).toBe(true);
});

test("[XM13] a playlist leads to its first server that is neither down, full nor forbidden", async () => {
  const { port } = server.address() as AddressInfo;
  const [down, forbidden] = ["http://127.0.0.1:1/live", "http://forbidden.example/live"];
  const [full, live] = ["full", "live"].map((path) => `http://127.0.0.1:${port}/${path}`);
  const lists: Record<string, (string | undefined)[]> = {
    "/sound": [down, forbidden, full, live],
    "/full.pls": [full, down],
  };
  answer = (socket) => {
    const path = requestText.split(" ")[1] ?? "";
    const entries = lists[path]?.map((entry, at) => `File${at + 1}=${entry}`) ?? [];
    const list = `HTTP/1.1 200 OK\r\n\r\n[playlist]\n${entries.join("\n")}\n`;
    const sound = Buffer.concat([Buffer.from(`${wavHead}${whole}`), wav]);
    const busy = "HTTP/1.1 503 Server Full\r\n\r\n";
    socket.end(path === "/full" ? busy : path === "/live" ? sound : list);
  };

  expect(bytesOf(await fetchFrom()).equals(wav)).toBe(true);
  await expect(fetchFrom(`http://127.0.0.1:${port}/full.pls`)).rejects.toThrow("answered 503");
});

test("[SN50] an address with icy: is fetched by HTTP", async () => {
  answer = (socket) => socket.end(Buffer.concat([Buffer.from(`${wavHead}${whole}`), wav]));
  const { port } = server.address() as AddressInfo;

  expect(bytesOf(await fetchFrom(`icy://127.0.0.1:${port}/live`)).equals(wav)).toBe(true);
});
