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

/** An independent application: its page, its tokens, its TwiML and its sound. */
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

/** Makes an access token as `twilio.jwt.AccessToken` does. */
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

/** Reads the page from docs/exchange.md, with the address of this exchange. */
function readDocumentedPage({ url }: StandaloneExchange): string {
  const page = readFileSync(join(root, "docs/exchange.md"), "utf8");
  const html = /^```html\n([^]*?)^```$/m.exec(page)?.[1] ?? "";
  return html.replace("127.0.0.1:3001", url.replace("http://", ""));
}

test.describe("with the exchange on its own,", () => {
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

  test("[XN8] a person who calls with the page of docs/exchange.md hears the application", async () => {
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
});
