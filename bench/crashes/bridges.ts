import type { Page } from "@playwright/test";

import { measureBrowserTone } from "../../e2e/support/browser.ts";
import type { ProtocolLine } from "./protocol-line.ts";

/** The sound that a telephone receives. */
interface ToneMeter {
  toneAmplitude(hz: number, ms: number): number;
}

/** An operator and a caller who hear each other. */
export interface Bridge {
  name: string;
  /** Resolves to true while each direction has its tone. */
  isReceived(): Promise<boolean>;
}

const AUDIBLE = 0.02;
const WINDOW_MS = 100;
const BROWSER_WINDOW_MS = 200;

export function isAudible(phone: ToneMeter, hz: number): boolean {
  return phone.toneAmplitude(hz, WINDOW_MS) > AUDIBLE;
}

/** Creates the bridge of a protocol desk's line and a telephone that receives its sound. */
export function bridgeOfLine(
  name: string,
  line: ProtocolLine,
  { phone, hz }: { phone: ToneMeter; hz: number },
): Bridge {
  return {
    name,
    isReceived: async () => isAudible(phone, line.hz) && (await line.amplitude(hz)) > AUDIBLE,
  };
}

/**
 * Creates the bridge of a caller who returns all sound, so that the operator's own tone proves both
 * directions.
 */
export function bridgeOfEcho(name: string, line: ProtocolLine): Bridge {
  return { name, isReceived: async () => (await line.amplitude(line.hz)) > AUDIBLE };
}

/** Creates the bridge of a console in a browser, whose microphone sends the tone `ownHz`. */
export function bridgeOfPage(
  name: string,
  page: Page,
  { phone, hz, ownHz }: { phone: ToneMeter; hz: number; ownHz: number },
): Bridge {
  return {
    name,
    isReceived: async () => isAudible(phone, ownHz) && (await isInBrowser(page, hz)),
  };
}

async function isInBrowser(page: Page, hz: number): Promise<boolean> {
  const { share, level } = await measureBrowserTone(page, hz, BROWSER_WINDOW_MS);
  return level * Math.sqrt(2 * share) > AUDIBLE;
}
