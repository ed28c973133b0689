import { type PreflightOutcome, type QualityReport, reportPreflight } from "@linedesk/contract";
import { openLevelMeter, playTestTone, type LevelMeter } from "../../client/audio/level-meter.ts";
import type { Microphone } from "../../client/audio/microphone.ts";
import type { ConsoleVoice } from "../../client/console-voice.ts";
import { describeFailure, describeVoiceFailure } from "../../client/failures/describe-failure.ts";
import { qualityWord } from "../../client/softphone/quality-word.ts";
import type { PreflightEvent } from "../../client/softphone/voice-device.ts";
import { pageWords } from "../../client/words/page-words.ts";
import type { HttpClient } from "../../lib/http-client.ts";
import type { PageTimers } from "../../lib/page-timers.ts";
import { type CheckWords, PhoneCheck, type PhoneCheckOptions } from "./phone-check.ts";
import {
  CHECK_STEPS,
  type CheckEvent,
  type CheckStep,
  type NetworkVerdict,
} from "./sound-check.ts";

export interface CheckRunnerOptions {
  input: string;
  output: string;
  onEvent: (event: CheckEvent) => void;
  onStored: () => void;
  /** Writes why a step has failed. */
  say: CheckWords;
}

export interface CheckRunnerDeps {
  http: HttpClient;
  store: PhoneCheckOptions["store"];
  page: {
    microphone: Pick<Microphone, "state" | "requestAccess">;
    timers: Pick<PageTimers, "schedule">;
  };
  voice: Pick<ConsoleVoice, "fetchToken" | "runPreflight"> & Pick<PhoneCheckOptions, "carriers">;
}

/** The longest time for which the microphone is measured. */
const LISTEN_MS = 4_000;
const LOOK_MS = 100;
/** The threshold of sound from 0 to 1. A lower level is the noise of a room. */
const AUDIBLE_LEVEL = 0.02;
/** A step that has not ended within this time has failed. */
const WHOLE_MS = 10_000;

export class CheckRunner {
  readonly #deps: CheckRunnerDeps;
  readonly #options: CheckRunnerOptions;
  /** The steps in progress. The result of any other step comes too late and changes nothing. */
  readonly #running = new Set<CheckStep>(CHECK_STEPS);
  #meter: LevelMeter | null = null;
  #phone: PhoneCheck | null = null;
  readonly #network = new AbortController();
  #isConnected = false;
  readonly #cancels = new Set<() => void>();

  constructor(deps: CheckRunnerDeps, options: CheckRunnerOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#checkPhone();
    void this.#checkMicrophone();
    void this.#checkSpeaker();
    void this.#checkNetwork();
    this.#later(WHOLE_MS, () => this.#failLate());
  }

  readLevel(): number {
    return this.#meter?.read() ?? 0;
  }

  close(): void {
    this.#running.clear();
    this.#stopMeasuring();
    this.#network.abort();
  }

  /** Fails each step that has not ended, with the reason why it waits. */
  #failLate(): void {
    for (const step of this.#running) {
      this.#fail(step, this.#describeWait(step));
    }
    this.#stopMeasuring();
    // A network test without a connection could still open the microphone, so it is stopped. A
    // connected test continues, and its report is stored.
    if (!this.#isConnected) {
      this.#network.abort();
    }
  }

  #stopMeasuring(): void {
    for (const cancel of this.#cancels) {
      cancel();
    }
    this.#closeMeter();
    this.#phone?.close();
  }

  #describeWait(step: CheckStep): string {
    switch (step) {
      case "microphone":
        return this.#describeMicrophone();
      case "speaker":
        return this.#options.say("noOutput");
      case "network":
        return this.#options.say("late");
      case "registration":
        return this.#phone?.describeMissing() ?? "";
    }
  }

  #describeMicrophone(): string {
    if (this.#meter !== null) {
      return pageWords()("notices.silent.microphone");
    }
    // With the permission there is no prompt, so in this case the device itself does not open.
    const isAllowed = this.#deps.page.microphone.state === "granted";
    return this.#options.say(isAllowed ? "microphoneLate" : "asking");
  }

  #checkPhone(): void {
    this.#phone = new PhoneCheck({
      say: this.#options.say,
      store: this.#deps.store,
      carriers: this.#deps.voice.carriers,
      onReady: () => this.#emit({ type: "passed", step: "registration" }),
    });
  }

  async #checkMicrophone(): Promise<void> {
    const access = await this.#deps.page.microphone.requestAccess();
    if (!this.#running.has("microphone")) {
      return;
    }
    if (access !== "granted") {
      return this.#fail("microphone", this.#options.say("noMicrophone"));
    }
    this.#meter = openLevelMeter(this.#options.input);
    this.#listen(0);
  }

  #listen(sinceMs: number): void {
    if (this.readLevel() > AUDIBLE_LEVEL) {
      this.#closeMeter();
      return this.#emit({ type: "passed", step: "microphone" });
    }
    if (sinceMs >= LISTEN_MS) {
      this.#closeMeter();
      return this.#fail("microphone", pageWords()("notices.silent.microphone"));
    }
    this.#later(LOOK_MS, () => this.#listen(sinceMs + LOOK_MS));
  }

  async #checkSpeaker(): Promise<void> {
    try {
      await playTestTone(this.#options.output);
      this.#emit({ type: "played" });
    } catch {
      this.#fail("speaker", this.#options.say("noOutput"));
    }
  }

  async #checkNetwork(): Promise<void> {
    try {
      const voiceToken = await this.#deps.voice.fetchToken();
      const { signal } = this.#network;
      signal.throwIfAborted();
      const onEvent = (event: PreflightEvent): void => this.#onPreflight(event);
      await this.#deps.voice.runPreflight({ voiceToken, onEvent, signal });
    } catch (error) {
      this.#fail("network", describeFailure(error).words);
    }
  }

  #onPreflight(event: PreflightEvent): void {
    if (event.type === "connected") {
      this.#isConnected = true;
    }
    if (event.type === "completed") {
      void this.#store({ status: "completed", report: event.report });
      const verdict = toVerdict(event.report);
      return verdict === null
        ? this.#fail("network", this.#options.say("noSound"))
        : this.#emit({ type: "passed", step: "network", verdict });
    }
    if (event.type === "failed") {
      const { code, message } = event.failure;
      void this.#store({ status: "failed", code, message: message.slice(0, 500) });
      this.#fail("network", describeVoiceFailure(code).words);
    }
  }

  /**
   * Stores the report. A failure is ignored, so that it does not alarm a person before the shift.
   */
  async #store(outcome: PreflightOutcome): Promise<void> {
    const { http } = this.#deps;
    await http.call(reportPreflight, { body: outcome }).then(
      () => this.#options.onStored(),
      () => undefined,
    );
  }

  #fail(step: CheckStep, words: string): void {
    this.#emit({ type: "failed", step, words });
  }

  #emit(event: Exclude<CheckEvent, { type: "started" }>): void {
    if (this.#running.delete(event.type === "played" ? "speaker" : event.step)) {
      this.#options.onEvent(event);
    }
  }

  #closeMeter(): void {
    this.#meter?.close();
    this.#meter = null;
  }

  #later(ms: number, run: () => void): void {
    const cancel = this.#deps.page.timers.schedule(() => {
      this.#cancels.delete(cancel);
      run();
    }, ms);
    this.#cancels.add(cancel);
  }
}

export function toVerdict({ stats }: QualityReport): NetworkVerdict | null {
  return stats === null ? null : { word: qualityWord(stats.mos.average), mos: stats.mos.average };
}
