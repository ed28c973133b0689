import type * as Sdk from "@twilio/voice-sdk";

import { qualityReport, type QualityReport } from "@linedesk/contract";
import { pageWords } from "../words/page-words.ts";
import type { VoiceSdkModule } from "./load-voice-sdk.ts";
import type { PreflightEvent, PreflightOptions } from "./voice-device.ts";
import type { DeviceOptions } from "./voice-sdk-options.ts";
import { parseQuality, parseSdkFailure } from "./wrap-call.ts";

interface StartPreflightOptions extends PreflightOptions {
  deviceOptions: DeviceOptions;
}

/** Starts the SDK's test, with our options and parameters for the device that the SDK creates. */
export function startPreflight(sdk: VoiceSdkModule, options: StartPreflightOptions): void {
  const { voiceToken, signal, deviceOptions } = options;
  signal.throwIfAborted();
  const { iceServers } = voiceToken;
  class TestDevice extends sdk.Device {
    constructor(token: string, given: DeviceOptions) {
      // The test needs neither a ring nor a question before leaving the page.
      super(token, { ...deviceOptions, ...given, closeProtection: false });
    }
    override connect(connect?: Sdk.Device.ConnectOptions): Promise<Sdk.Call> {
      return super.connect({ ...connect, params: { preflight: "1" } });
    }
  }
  const settings = {
    deviceFactory: TestDevice,
    codecPreferences: deviceOptions.codecPreferences,
    edge: deviceOptions.edge,
    ...("chunderw" in deviceOptions ? { chunderw: deviceOptions.chunderw } : {}),
    ...(iceServers.length === 0 ? {} : { rtcConfiguration: { iceServers } }),
  };
  const test = sdk.Device.runPreflight(
    voiceToken.token,
    settings as Sdk.PreflightTest.Options & typeof settings,
  );
  const stop = () => test.stop();
  signal.addEventListener("abort", stop);
  // The SDK reports a stopped test as failed.
  const onEvent = (event: PreflightEvent) => signal.aborted || options.onEvent(event);
  const scores = { sum: 0, count: 0 };
  test.on("connected", () => onEvent({ type: "connected" }));
  test.on("warning", ({ name }: { name: string }) => onEvent({ type: "warned", name }));
  test.on("sample", (sample: { mos?: number }) => {
    const { mos = 0 } = sample;
    scores.sum += mos > 0 ? mos : 0;
    scores.count += mos > 0 ? 1 : 0;
    const quality = mos > 0 ? parseQuality(sample, scores.sum / scores.count) : null;
    onEvent({ type: "sampled", quality });
  });
  for (const end of ["completed", "failed"] as const) {
    test.on(end, () => signal.removeEventListener("abort", stop));
  }
  test.on("completed", (report: unknown) => {
    const parsed = parseReport(report);
    onEvent(
      parsed === null
        ? {
            type: "failed",
            failure: { code: null, message: pageWords()("notices.measuredNothing") },
          }
        : { type: "completed", report: parsed },
    );
  });
  test.on("failed", (error: unknown) => {
    onEvent({ type: "failed", failure: parseSdkFailure(error) });
  });
}

/**
 * Reads the part of the SDK's report that is stored, without candidate addresses and single
 * samples.
 */
function parseReport(report: unknown): QualityReport | null {
  const given = typeof report === "object" && report !== null ? report : {};
  const none = { callSid: null, edge: null, stats: null, callQuality: null, isTurnRequired: false };
  return qualityReport.safeParse({ ...none, ...given }).data ?? null;
}
