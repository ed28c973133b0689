import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

import { type BrowserContext, expect, type Page, test } from "@playwright/test";

import { ring } from "@linedesk/testkit";
import { openBrowser, openContext, type TestBrowser } from "./support/browser.ts";
import { operatorHz, untilBrowserReceives } from "./support/listen.ts";
import { ScreenAudit } from "./support/screen-audit.ts";
import { type StandaloneExchange, startStandaloneExchange } from "./support/standalone-exchange.ts";

const root = join(import.meta.dirname, "..");
const chimeHz = 880;

interface Served {
  url: string;
  close(): void;
}

/** The page of docs/exchange.md as it stands there. */
async function serveDocumentedPage(exchange: StandaloneExchange): Promise<Served> {
  const page = readFileSync(join(root, "docs/exchange.md"), "utf8");
  const html = (/^```html\n([^]*?)^```$/m.exec(page)?.[1] ?? "").replace(
    "127.0.0.1:3001",
    exchange.url.replace("http://", ""),
  );
  return servePage(exchange, html);
}

/** That page beside the SDK as it is shipped, and a token. */
async function servePage(exchange: StandaloneExchange, html: string): Promise<Served> {
  const sdk = readFileSync(join(root, "node_modules/@twilio/voice-sdk/dist/twilio.min.js"));
  const { token } = (await (await fetch(`${exchange.sampleUrl}/token`)).json()) as {
    token: string;
  };
  const bodies: Record<string, [type: string, body: string | Buffer]> = {
    "/": ["text/html", `<!doctype html><title>a page of the SDK</title>${html}`],
    "/twilio.min.js": ["text/javascript", sdk],
    "/token": ["text/plain", token],
  };
  const server = createServer((request, response) => {
    const [type, body] = bodies[request.url ?? ""] ?? ["text/plain", ""];
    response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Nothing that a telephone's 8 kHz could carry. */
const wideHz = 6000;
const opusBitrate = 24_000;

/** A page whose Device prefers Opus; the cleaning of a voice in a browser removes a tone. */
function opusPage(exchange: StandaloneExchange): string {
  return `
  <script>
    const RealWebSocket = window.WebSocket;
    window.WebSocket = class extends RealWebSocket {
      constructor(url) { super(String(url).replace(/^wss:/, "ws:")); }
    };
  </script>
  <script src="twilio.min.js"></script>
  <button id="call">Call</button><button id="room">Room</button>
  <script>
    const asItIs = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    let call = null;
    document.getElementById("call").onclick = async () => {
      const token = await (await fetch("/token")).text();
      const device = new Twilio.Device(token, {
        chunderw: "${exchange.url.replace("http://", "")}",
        codecPreferences: ["opus", "pcmu"],
        maxAverageBitrate: ${opusBitrate},
      });
      call = await device.connect({ rtcConstraints: { audio: asItIs } });
    };
    document.getElementById("room").onclick = () => call.sendDigits("2");
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
  let exchange: StandaloneExchange;
  let browser: TestBrowser;
  let context: BrowserContext;
  let inspector: Page;
  const audit = new ScreenAudit();

  test.beforeAll(async () => {
    exchange = await startStandaloneExchange();
    browser = await openBrowser({ microphoneHz: operatorHz });
    context = await openContext(browser.browser);
    await audit.watch(context);
    inspector = await context.newPage();
    await inspector.goto(exchange.inspectorUrl);
    await expect(inspector.getByRole("status")).toHaveText("Live");
  });
  test.afterAll(async () => {
    await browser?.close();
    await exchange?.close();
  });

  test("the softphone hears the greeting, and the inspector shows its call", async () => {
    const phone = await context.newPage();
    await phone.goto(exchange.sampleUrl);
    await expect(phone.getByRole("status")).toHaveText("Ready");
    await phone.getByRole("button", { name: "Call", exact: true }).click();
    await expect(phone.getByRole("status")).toHaveText("In the call");
    await untilBrowserReceives(phone, chimeHz, 30_000);

    await inspector.bringToFront();
    const call = inspector.getByRole("button", { name: /in-progress.*client:demo/ });
    await call.click();
    await expect(inspector.getByRole("heading", { name: /client:demo → / })).toBeVisible();
    await expect(inspector.getByText(/\d+ packets, \d+ lost/)).toBeVisible();
    for (const what of ["Gather", "invite", "POST /voice"]) {
      await expect(inspector.locator(".row .what", { hasText: what }).first()).toBeVisible();
    }
    await audit.take(inspector, "exchange-timeline");

    await inspector.getByRole("tab", { name: "Webhooks" }).click();
    const webhook = inspector.locator("summary", { hasText: "/voice" }).first();
    await webhook.click();
    await expect(inspector.getByRole("cell", { name: "client:demo" }).first()).toBeVisible();
    await expect(inspector.getByText("<Gather").first()).toBeVisible();
    await audit.take(inspector, "exchange-webhooks");

    await phone.bringToFront();
    await phone.getByRole("button", { name: "2", exact: true }).click();
    await inspector.bringToFront();
    await expect(
      inspector.getByRole("region", { name: "Rooms" }).getByText("sample"),
    ).toBeVisible();
    await inspector.getByRole("tab", { name: "Signalling" }).click();
    await inspector.locator("summary", { hasText: "answer" }).first().click();
    await expect(inspector.locator("details[open] pre")).toContainText("a=ice-pwd:(hidden)");
    await audit.take(inspector, "exchange-signalling");
    await audit.take(phone, "exchange-softphone");

    await phone.bringToFront();
    await phone.getByRole("button", { name: "Hang up" }).click();
    await expect(phone.getByRole("status")).toHaveText("The call has ended");
    await inspector.bringToFront();
    await expect(inspector.getByRole("button", { name: /completed.*client:demo/ })).toBeVisible();
    await phone.close();
    expect(audit.faults).toEqual([]);
  });

  test("a telephone's call stands as a ladder, found by the keyboard alone", async () => {
    const listener = await ring({
      exchange: exchange.sip,
      from: "+61491570006",
      to: "+61255500100",
      sends: 440,
    });
    await listener.answered;
    const call = inspector.getByRole("button", { name: /in-progress.*\+61491570006/ });
    await expect(call).toBeVisible();

    await inspector.locator("#calls button").first().focus();
    await inspector.keyboard.press("ArrowDown");
    await expect(call).toHaveAttribute("aria-current", "true");
    // From its neighbour, whichever tab was chosen before.
    await inspector.locator("#tab-signalling").press("ArrowRight");
    await expect(inspector.getByRole("tab", { name: "SIP" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await listener.close();

    const ladder = inspector.getByRole("region", { name: /^SIP dialog with 127\.0\.0\.1/ });
    for (const rung of [/^INVITE sip:/, /^180/, /^200/, /^ACK/, /^BYE/]) {
      await expect(ladder.getByText(rung).first()).toBeVisible();
    }
    await ladder.locator("summary").first().focus();
    await inspector.keyboard.press("Enter");
    await expect(ladder.getByText("Content-Type: application/sdp").first()).toBeVisible();
    await audit.take(inspector, "exchange-ladder");
    expect(audit.faults).toEqual([]);
  });

  test("a page of another origin on this machine cannot read the feed", async () => {
    const outsider = await (await openContext(browser.browser)).newPage();
    await outsider.goto(exchange.sampleUrl);

    const read = await outsider.evaluate(async (url) => {
      const answers = [fetch(`${url}/feed`), fetch(`${url}/`, { mode: "no-cors" })];
      const settled = await Promise.allSettled(answers);
      return settled.map((one) => (one.status === "fulfilled" ? one.value.type : "refused"));
    }, exchange.inspectorUrl);

    expect(read).toEqual(["refused", "refused"]);
    await outsider.context().close();
  });

  test("[XN8] the page of docs/exchange.md hears the sample", async () => {
    const served = await serveDocumentedPage(exchange);
    const page = await (await openContext(browser.browser)).newPage();
    try {
      await page.goto(served.url);
      await expect
        .poll(() => page.evaluate(() => document.getElementById("call")?.onclick !== null))
        .toBe(true);
      await page.getByRole("button", { name: "Call" }).click();
      await untilBrowserReceives(page, chimeHz, 30_000);
    } finally {
      await page.context().close();
      served.close();
    }
  });

  test("[XS31] [XM1] two browsers with Opus first hear each other's 6 kHz, within their bitrate", async () => {
    const served = await servePage(exchange, opusPage(exchange));
    const others = await openBrowser({ microphoneHz: wideHz });
    try {
      const wide = await (await openContext(others.browser)).newPage();
      const page = await (await openContext(browser.browser)).newPage();
      for (const one of [wide, page]) {
        await one.goto(served.url);
        await one.getByRole("button", { name: "Call" }).click();
        await untilBrowserReceives(one, chimeHz, 30_000);
        await one.getByRole("button", { name: "Room" }).click();
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
      served.close();
    }
  });
});
