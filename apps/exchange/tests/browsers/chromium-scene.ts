import { afterAll, beforeAll } from "vitest";

import type { VoiceClient } from "@linedesk/testkit";
import { useExchange } from "../signalling/client-calls.ts";
import type { BootedExchange } from "../support/booted-exchange.ts";
import { Chromium } from "../support/chromium.ts";

type DeviceOptions = Parameters<BootedExchange["device"]>[1];

export interface ChromiumScene {
  booted: BootedExchange;
  pages<Names extends string[]>(...identities: Names): Promise<{ [N in keyof Names]: VoiceClient }>;
  page(identity: string, options?: DeviceOptions): Promise<VoiceClient>;
  unregistered(identity: string, options?: DeviceOptions): Promise<VoiceClient>;
}

export function inChromium(
  take: (scene: ChromiumScene) => void,
  start?: () => Promise<BootedExchange>,
  says?: Uint8Array,
): void {
  let booted: BootedExchange;
  let chromium: Chromium | undefined;
  useExchange((one) => (booted = one), start);
  beforeAll(async () => {
    const browser = await Chromium.start(says);
    chromium = browser;
    async function open(more: DeviceOptions) {
      return { ...more, host: await browser.openHost() };
    }
    async function page(identity: string, more: DeviceOptions = {}) {
      return booted.device(identity, await open(more));
    }
    take({
      booted,
      page,
      unregistered: async (identity, more = {}) =>
        booted.unregisteredDevice(identity, await open(more)),
      async pages<Names extends string[]>(...identities: Names) {
        const all = await Promise.all(identities.map((identity) => page(identity)));
        return all as { [N in keyof Names]: VoiceClient };
      },
    });
  });
  afterAll(() => chromium?.close());
}
