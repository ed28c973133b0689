import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import {
  debianChromium,
  fakeMicrophoneArg,
  headlessChromium,
  toneForEver,
} from "@linedesk/testkit";

export interface TestBrowser {
  browser: Browser;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** The tone of the fake microphone; by default the browser's own beeps. */
  microphoneHz?: number;
  /** The command that runs the browser elsewhere, such as `ip netns exec NAME`. */
  within?: string[];
}

/** The user accepts every request for the microphone. */
const fakeMicrophone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
/** The permissions that a page has by default or that its user grants. */
const granted = ["microphone", "clipboard-write", "screen-wake-lock"];

/**
 * Writes a small script that starts the program by another command, which Playwright cannot do, and
 * returns the script's path.
 */
function programWithin(folder: string, within: string[], program: string): string {
  const path = join(folder, "chromium");
  const script = `#!/bin/sh\nexec ${within.join(" ")} ${program} "$@"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

/** Opens Chromium without windows, with a microphone that plays one tone without end. */
export function openBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  return openProgram(headlessChromium.executablePath, options);
}

/** Opens the full browser that people use, for benches and for a whole show. */
export function openWholeBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  return openProgram(debianChromium.executablePath, options);
}

async function openProgram(program: string, options: BrowserOptions): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "linedesk-e2e-"));
  const args = [...debianChromium.args, ...fakeMicrophone];
  if (options.microphoneHz !== undefined) {
    args.push(fakeMicrophoneArg(toneForEver(options.microphoneHz), folder));
  }
  const { within = [] } = options;
  const executablePath = within.length === 0 ? program : programWithin(folder, within, program);
  const browser = await chromium.launch({ executablePath, args });
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
  /** A touch screen in place of a mouse. */
  touch?: boolean;
  /** Is set by a bench that sits between the page and its socket. */
  bypassCSP?: boolean;
}

/** Opens a fresh profile, whose pages keep their peer connections for measuring sound. */
export async function openContext(
  browser: Browser,
  options: ContextOptions = {},
): Promise<BrowserContext> {
  const { colorScheme = "light", width = 1280, height = 800, bypassCSP = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: options.touch ?? false,
    colorScheme,
    bypassCSP,
    ignoreHTTPSErrors: true,
  });
  await context.grantPermissions(granted);
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
 * Returns the share (0..1) of one tone in the sound of the page's newest live connection, and the
 * loudness, over a window of `ms`. The browser measures it directly on the remote track.
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
