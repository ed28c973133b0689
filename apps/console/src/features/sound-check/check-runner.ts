import { type PreflightOutcome, type QualityReport, reportPreflight } from "@linedesk/contract";
import { openLevelMeter, playTestTone, type LevelMeter } from "../../client/audio/level-meter.ts";
import type { ConsoleContext } from "../../client/console-context.ts";
import { describeFailure, describeVoiceFailure } from "../../client/failures/describe-failure.ts";
import { qualityWord } from "../../client/softphone/quality-word.ts";
import type { Preflight, PreflightEvent } from "../../client/softphone/voice-device.ts";
import { pageWords } from "../../client/words/page-words.ts";
import type { CheckEvent, CheckStep, NetworkVerdict } from "./sound-check.ts";

export interface CheckRunnerOptions {
  input: string;
  output: string;
  onEvent: (event: CheckEvent) => void;
  /** The network's report is kept. */
  onStored: () => void;
}

type CheckedContext = Pick<ConsoleContext, "http" | "store" | "page" | "voice">;

/** The microphone is listened to for so long. */
const LISTEN_MS = 4_000;
const LOOK_MS = 100;
/** Of a meter of 0..1: quieter is the noise of a room. */
const AUDIBLE_LEVEL = 0.02;
/** [SN16] Whatever has not ended by then has failed. */
const WHOLE_MS = 10_000;

/** Runs the four steps of a check at once, and keeps the network's report. */
export class CheckRunner {
  readonly #context: CheckedContext;
  readonly #options: CheckRunnerOptions;
  #meter: LevelMeter | null = null;
  #preflight: Preflight | null = null;
  #isOver = false;
  readonly #cancels = new Set<() => void>();

  constructor(context: CheckedContext, options: CheckRunnerOptions) {
    this.#context = context;
    this.#options = options;
  }

  start(): void {
    this.#checkRegistration();
    void this.#checkMicrophone();
    void this.#checkSpeaker();
    void this.#checkNetwork();
    this.#later(WHOLE_MS, () => this.#fail("network", pageWords()("notices.check.late")));
  }

  readLevel(): number {
    return this.#meter?.read() ?? 0;
  }

  close(): void {
    this.#isOver = true;
    for (const cancel of this.#cancels) {
      cancel();
    }
    this.#closeMeter();
    this.#preflight?.stop();
    this.#preflight = null;
  }

  #checkRegistration(): void {
    const { devices } = this.#context.store.getState().desk;
    const lost = (["line1", "line2"] as const).filter(
      (line) => devices[line] !== "registered" && devices[line] !== "standby",
    );
    if (lost.length === 0) {
      return this.#emit({ type: "passed", step: "registration" });
    }
    const words = pageWords()("notices.check.notConnected", {
      count: lost.length,
      number: lost[0] === "line1" ? "1" : "2",
    });
    this.#fail("registration", words);
  }

  async #checkMicrophone(): Promise<void> {
    const { microphone } = this.#context.page;
    if ((await microphone.requestAccess()) !== "granted") {
      return this.#fail("microphone", pageWords()("notices.check.noMicrophone"));
    }
    if (this.#isOver) {
      return;
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
      this.#fail("speaker", pageWords()("notices.check.noOutput"));
    }
  }

  async #checkNetwork(): Promise<void> {
    try {
      const voiceToken = await this.#context.voice.fetchToken();
      const onEvent = (event: PreflightEvent): void => this.#onPreflight(event);
      const preflight = await this.#context.voice.runPreflight({ voiceToken, onEvent });
      if (this.#isOver) {
        return preflight.stop();
      }
      this.#preflight = preflight;
    } catch (error) {
      this.#fail("network", describeFailure(error).words);
    }
  }

  #onPreflight(event: PreflightEvent): void {
    if (event.type === "completed") {
      this.#preflight = null;
      void this.#store({ status: "completed", report: event.report });
      const verdict = toVerdict(event.report);
      return verdict === null
        ? this.#fail("network", pageWords()("notices.check.noSound"))
        : this.#emit({ type: "passed", step: "network", verdict });
    }
    if (event.type === "failed") {
      this.#preflight = null;
      const { code, message } = event.failure;
      void this.#store({ status: "failed", code, message: message.slice(0, 500) });
      this.#fail("network", describeVoiceFailure(code).words);
    }
  }

  /** A report that is lost is no reason to frighten who starts a shift. */
  async #store(outcome: PreflightOutcome): Promise<void> {
    const { http } = this.#context;
    await http.call(reportPreflight, { body: outcome }).then(
      () => this.#options.onStored(),
      () => undefined,
    );
  }

  #fail(step: CheckStep, words: string): void {
    this.#emit({ type: "failed", step, words });
  }

  #emit(event: CheckEvent): void {
    if (!this.#isOver) {
      this.#options.onEvent(event);
    }
  }

  #closeMeter(): void {
    this.#meter?.close();
    this.#meter = null;
  }

  #later(ms: number, run: () => void): void {
    const cancel = this.#context.page.timers.schedule(() => {
      this.#cancels.delete(cancel);
      run();
    }, ms);
    this.#cancels.add(cancel);
  }
}

/** [VD54] The word of the badge on a line, for the same score. */
export function toVerdict({ stats }: QualityReport): NetworkVerdict | null {
  return stats === null ? null : { word: qualityWord(stats.mos.average), mos: stats.mos.average };
}
