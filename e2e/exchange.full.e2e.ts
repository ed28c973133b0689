import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

import { expect, test } from "@playwright/test";

import { sine, writeWav } from "@linedesk/audio";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { operatorHz, untilBrowserReceives } from "./support/listen.ts";
import { type StandaloneExchange, startStandaloneExchange } from "./support/standalone-exchange.ts";

const root = join(import.meta.dirname, "..");
const toneHz = 880;
const sdk = readFileSync(join(root, "node_modules/@twilio/voice-sdk/dist/twilio.min.js"));
const room = '<Dial><Conference beep="false" waitUrl="">room</Conference></Dial>';

/** An application of its own: its page, its tokens, its TwiML and its sound. */
class Application {
  url = "";
  html = "";
  token = "";
  verbs = "";
  readonly #server = createServer((request, response) => {
    const tone = sine({
      frequenciesHz: [toneHz],
      durationMs: 4_000,
      amplitude: 0.3,
      sampleRate: 8_000,
    });
    const bodies: Record<string, [type: string, body: string | Buffer]> = {
      "/": ["text/html", `<!doctype html><title>a page of the SDK</title>${this.html}`],
      "/twilio.min.js": ["text/javascript", sdk],
      "/token": ["text/plain", this.token],
      "/voice": ["text/xml", `<Response>${this.verbs}</Response>`],
      "/tone.wav": ["audio/wav", Buffer.from(writeWav(tone, 8_000))],
    };
    const [type, body] = bodies[request.url ?? ""] ?? ["text/plain", ""];
    response.writeHead(200, { "content-type": type }).end(body);
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  }

  close(): void {
    this.#server.close();
  }
}

/** An access token as `twilio.jwt.AccessToken` makes it. */
function makeToken(exchange: StandaloneExchange): string {
  const key = exchange.readAccount("TWILIO_API_KEY");
  const nowS = Math.floor(Date.now() / 1000);
  const outgoing = { application_sid: exchange.readAccount("TWILIO_APP_SID") };
  const parts = [
    { alg: "HS256", typ: "JWT", cty: "twilio-fpa;v=1" },
    {
      jti: `${key}-${nowS}`,
      iss: key,
      sub: exchange.readAccount("TWILIO_ACCOUNT_SID"),
      iat: nowS,
      exp: nowS + 3_600,
      grants: { identity: "alice", voice: { incoming: { allow: true }, outgoing } },
    },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  const hmac = createHmac("sha256", exchange.readAccount("TWILIO_API_SECRET"));
  return [...signed, hmac.update(signed.join(".")).digest("base64url")].join(".");
}

/** The page of docs/exchange.md as it stands there, for this exchange. */
function readDocumentedPage({ url }: StandaloneExchange): string {
  const page = readFileSync(join(root, "docs/exchange.md"), "utf8");
  const html = /^```html\n([^]*?)^```$/m.exec(page)?.[1] ?? "";
  return html.replace("127.0.0.1:3001", url.replace("http://", ""));
}

/** Nothing that a telephone's 8 kHz could carry. */
const wideHz = 6000;
const opusBitrate = 24_000;

/** A page whose Device prefers Opus; the cleaning of a voice in a browser removes a tone. */
function opusPage({ url }: StandaloneExchange): string {
  return `
  <script>
    const RealWebSocket = window.WebSocket;
    window.WebSocket = class extends RealWebSocket {
      constructor(url) { super(String(url).replace(/^wss:/, "ws:")); }
    };
  </script>
  <script src="twilio.min.js"></script>
  <button id="call">Call</button>
  <script>
    const asItIs = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    document.getElementById("call").onclick = async () => {
      const token = await (await fetch("/token")).text();
      const device = new Twilio.Device(token, {
        chunderw: "${url.replace("http://", "")}",
        codecPreferences: ["opus", "pcmu"],
        maxAverageBitrate: ${opusBitrate},
      });
      await device.connect({ rtcConstraints: { audio: asItIs } });
    };
  </script>`;
}

/** What the page's call was told and sends: its codecs, and its bitrate over two seconds. */
async function readOpus() {
  const { peerConnections } = globalThis as unknown as { peerConnections: RTCPeerConnection[] };
  const peer = peerConnections.findLast((one) => one.connectionState === "connected");
  async function read() {
    const reports = [...((await peer?.getStats()) ?? new Map()).values()] as {
      id: string;
      type: string;
      codecId?: string;
      bytesSent?: number;
      timestamp: number;
      mimeType?: string;
    }[];
    const streams = reports.filter(({ type }) => /^(?:in|out)bound-rtp$/.test(type));
    const codecs = streams.map(({ codecId }) => reports.find(({ id }) => id === codecId)?.mimeType);
    const out = streams.find(({ type }) => type === "outbound-rtp");
    return { codecs: [...new Set(codecs)], bytes: out?.bytesSent ?? 0, ms: out?.timestamp ?? 0 };
  }
  const before = await read();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const after = await read();
  return {
    codecs: after.codecs,
    bitsPerSecond: ((after.bytes - before.bytes) * 8_000) / (after.ms - before.ms),
    sdp: peer?.remoteDescription?.sdp ?? "",
  };
}

test.describe("the exchange on its own", () => {
  const application = new Application();
  let exchange: StandaloneExchange;
  let browser: TestBrowser;

  test.beforeAll(async () => {
    await application.listen();
    exchange = await startStandaloneExchange(`${application.url}/voice`);
    application.token = makeToken(exchange);
    browser = await openBrowser({ microphoneHz: operatorHz });
  });
  test.afterAll(async () => {
    await browser?.close();
    await exchange?.close();
    application.close();
  });

  test("[XN8] the page of docs/exchange.md hears the application", async () => {
    application.html = readDocumentedPage(exchange);
    application.verbs = `<Play loop="0">${application.url}/tone.wav</Play>`;
    const page = await (await openContext(browser.browser)).newPage();
    try {
      await page.goto(application.url);
      await expect
        .poll(() => page.evaluate(() => document.getElementById("call")?.onclick !== null))
        .toBe(true);
      await page.getByRole("button", { name: "Call" }).click();
      await untilBrowserReceives(page, toneHz, 30_000);
    } finally {
      await page.context().close();
    }
  });

  test("[XS31] [XM1] two browsers with Opus first hear each other's 6 kHz, within their bitrate", async () => {
    application.html = opusPage(exchange);
    application.verbs = room;
    const others = await openBrowser({ microphoneHz: wideHz });
    try {
      const wide = await (await openContext(others.browser)).newPage();
      const page = await (await openContext(browser.browser)).newPage();
      for (const one of [wide, page]) {
        await one.goto(application.url);
        await one.getByRole("button", { name: "Call" }).click();
      }

      await untilBrowserReceives(page, wideHz, 30_000);
      await untilBrowserReceives(wide, operatorHz, 30_000);

      for (const one of [wide, page]) {
        const stats = await one.evaluate(readOpus);
        expect(stats.codecs).toEqual(["audio/opus"]);
        expect(stats.sdp).toMatch(/^a=rtpmap:\d+ opus\/48000\/2\r?$/m);
        expect(stats.sdp).toContain(`maxaveragebitrate=${opusBitrate}`);
        expect(stats.sdp).not.toMatch(/^a=rtpmap:\d+ (?:PCMU|CN|red|G722)\//m);
        // A tone takes all that it is given.
        expect(stats.bitsPerSecond).toBeGreaterThan(opusBitrate / 4);
        expect(stats.bitsPerSecond).toBeLessThan(opusBitrate * 1.3);
      }
    } finally {
      await others.close();
    }
  });
});
