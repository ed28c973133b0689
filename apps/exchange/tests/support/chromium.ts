import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { build } from "esbuild";

import { sine, writeWav } from "@linedesk/audio";
import {
  headlessChromium,
  fakeMicrophoneArg,
  type Report,
  toneForEver,
  type VoiceHost,
  voicePageScripts,
} from "@linedesk/testkit";

const flags = [...headlessChromium.args, "--autoplay-policy=no-user-gesture-required"];
/** The user grants every permission. */
const consent = "--use-fake-ui-for-media-stream";
const fakeDevice = "--use-fake-device-for-media-stream";
/** Tests must not use the microphone or loudspeaker of the machine. */
const noSoundCard = { PULSE_SERVER: "unix:/nowhere", ALSA_CONFIG_PATH: "/dev/null" };
const html = `<!doctype html><title>a voice client</title><script type="module" src="page.js"></script>`;
const sampleRate = 48_000;

/** The default tone of the browser's own microphone. */
export const microphoneHz = 600;

/** The microphone of a page: a WAV file in a loop, none, or one that the user denies. */
type OwnMicrophone = Uint8Array | "missing" | "denied";

interface Parts {
  browser: Browser;
  site: Server;
  folder: string;
}

interface Served {
  type: string;
  body: string | Uint8Array;
}

/** Debian's Chromium. Each page runs the unmodified Voice SDK as Twilio publishes it. */
export class Chromium {
  readonly #browser: Browser;
  readonly #profile: BrowserContext;
  readonly #site: Server;
  readonly #folder: string;

  private constructor(profile: BrowserContext, parts: Parts) {
    this.#profile = profile;
    this.#browser = parts.browser;
    this.#site = parts.site;
    this.#folder = parts.folder;
  }

  static async start(microphone: OwnMicrophone = toneForEver(microphoneHz)): Promise<Chromium> {
    const folder = mkdtempSync(join(tmpdir(), "linedesk-chromium-"));
    const site = await serve(await pageFiles());
    const args = [...flags, ...microphoneFlags(microphone, folder)];
    const env = { ...process.env, ...noSoundCard };
    const browser = await chromium.launch({ ...headlessChromium, args, env });
    const profile = await browser.newContext();
    await answerForTwilio(profile);
    return new Chromium(profile, { browser, site, folder });
  }

  async openHost(): Promise<VoiceHost> {
    const page = await this.#profile.newPage();
    const reports: Report[] = [];
    let take = (report: Report): void => void reports.push(report);
    await page.exposeFunction("reportToTest", (report: Report) => take(report));
    await page.goto(`http://127.0.0.1:${portOf(this.#site)}/`);
    return {
      send(request) {
        if (page.isClosed()) {
          return false;
        }
        // A page that closes meanwhile ends all its pending requests.
        page.evaluate(askSdk, request).catch(() => undefined);
        return true;
      },
      onReport(taker) {
        take = taker;
        for (const report of reports.splice(0)) {
          taker(report);
        }
      },
      onEnd: (over) => void page.once("close", over),
      close: () => page.close(),
    };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await new Promise((resolve) => this.#site.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function microphoneFlags(microphone: OwnMicrophone, folder: string): string[] {
  if (microphone === "missing") {
    return [consent];
  }
  if (microphone === "denied") {
    return [fakeDevice, `${consent}=deny`];
  }
  return [consent, fakeDevice, fakeMicrophoneArg(microphone, folder)];
}

function askSdk(request: unknown): void {
  (window as unknown as { askSdk: (request: unknown) => void }).askSdk(request);
}

/**
 * The SDK fetches ringtones from Twilio and sends reports to it. In tests this function answers
 * these requests.
 */
async function answerForTwilio(profile: BrowserContext): Promise<void> {
  const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  const ringtone = Buffer.from(
    writeWav(sine({ frequenciesHz: [400], durationMs: 100, amplitude: 0, sampleRate }), sampleRate),
  );
  await profile.route(/^https:\/\/sdk\.twilio\.com\//, (route) =>
    route.fulfill({ headers, contentType: "audio/wav", body: ringtone }),
  );
  await profile.route(/^https:\/\/eventgw\./, (route) => route.fulfill({ headers, json: {} }));
}

async function pageFiles(): Promise<Map<string, Served>> {
  const { outputFiles } = await build({
    entryPoints: Object.values(voicePageScripts),
    bundle: true,
    format: "esm",
    target: "es2022",
    outdir: "/",
    write: false,
    logLevel: "silent",
  });
  const sdk = createRequire(import.meta.url).resolve("@twilio/voice-sdk");
  const shipped = readFileSync(join(sdk, "../../dist/twilio.min.js"));
  const type = "text/javascript";
  return new Map<string, Served>([
    ["/", { type: "text/html", body: html }],
    ["/twilio.min.js", { type, body: shipped }],
    ...outputFiles.map(({ path, contents }) => [path, { type, body: contents }] as const),
  ]);
}

async function serve(files: Map<string, Served>): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const { type, body } = files.get(url) ?? { type: "text/plain", body: "" };
    response.writeHead(200, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
