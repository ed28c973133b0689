import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import { debianChromium, fakeMicrophoneArg, toneForEver } from "@linedesk/testkit";

export interface TestBrowser {
  browser: Browser;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** What the fake microphone says; the browser's own beeps when left out. */
  microphoneHz?: number;
  /** False leaves the microphone question to be asked. */
  allowMicrophone?: boolean;
  /** What runs it elsewhere, such as `ip netns exec NAME`. */
  within?: string[];
}

/** Playwright starts a program without words before it, so that these stand in a small script. */
function programWithin(folder: string, within: string[]): string {
  const path = join(folder, "chromium");
  const script = `#!/bin/sh\nexec ${within.join(" ")} ${debianChromium.executablePath} "$@"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

/** Debian's Chromium with a microphone that plays one tone for ever. */
export async function openBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-e2e-"));
  const args = [...debianChromium.args, "--use-fake-device-for-media-stream"];
  if (options.allowMicrophone !== false) {
    args.push("--use-fake-ui-for-media-stream");
  }
  if (options.microphoneHz !== undefined) {
    args.push(fakeMicrophoneArg(toneForEver(options.microphoneHz), folder));
  }
  const { within } = options;
  const program = within === undefined ? {} : { executablePath: programWithin(folder, within) };
  const browser = await chromium.launch({ ...debianChromium, ...program, args });
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface ContextOptions {
  colorScheme?: "light" | "dark";
  width?: number;
  height?: number;
  /** For a bench that stands between the page and its socket. */
  bypassCSP?: boolean;
}

/** A fresh profile, whose pages remember their peer connections so that sound can be measured. */
export async function openContext(
  browser: Browser,
  { colorScheme = "light", width = 1280, height = 800, bypassCSP = false }: ContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    bypassCSP,
    ignoreHTTPSErrors: true,
  });
  await context.addInitScript(rememberPeerConnections);
  return context;
}

function rememberPeerConnections(): void {
  const page = globalThis as unknown as { peerConnections: RTCPeerConnection[] };
  page.peerConnections = [];
  const Real = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      page.peerConnections.push(this);
    }
  };
}

/**
 * The share (0..1) that one tone has of what the page hears through its newest living connection,
 * and how loud it is, over a window of `ms`. Measured in the browser, on the remote track itself.
 */
export function measureBrowserTone(
  page: Page,
  frequencyHz: number,
  ms = 600,
): Promise<{ share: number; level: number }> {
  return page.evaluate(measureTone, { frequencyHz, ms });
}

async function measureTone({ frequencyHz, ms }: { frequencyHz: number; ms: number }) {
  const { peerConnections } = globalThis as unknown as { peerConnections: RTCPeerConnection[] };
  const living = peerConnections.findLast((one) => one.connectionState === "connected");
  const track = living?.getReceivers()[0]?.track;
  if (track === undefined) {
    return { share: 0, level: 0 };
  }
  const audio = new AudioContext();
  await audio.resume();
  const analyser = audio.createAnalyser();
  analyser.fftSize = 8192;
  audio.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  await new Promise((resolve) => setTimeout(resolve, ms));
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  let [real, imaginary, power] = [0, 0, 0];
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * frequencyHz * index) / audio.sampleRate;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
    power += sample * sample;
  }
  await audio.close();
  const tone = (2 * (real * real + imaginary * imaginary)) / samples.length;
  return {
    share: power === 0 ? 0 : Math.min(1, tone / power),
    level: Math.sqrt(power / samples.length),
  };
}
