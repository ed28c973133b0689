import { isDeepStrictEqual } from "node:util";

import type { Logger } from "pino";

import { type Clock, sleep, StoppedError, TWILIO_CODES } from "@linedesk/base";
import { BUILTIN_SOUNDS, type MediaPort } from "@linedesk/media";
import type { LegEnd } from "../../calls/legs/leg.ts";
import type { ResumableLeg } from "../../calls/legs/stored-leg.ts";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { StoredCourse } from "../../calls/live/stored-call.ts";
import type { Dialers } from "../../calls/placing/dialers.ts";
import type { DocumentRunner, ProgramStart } from "../../calls/playback/document-runner.ts";
import type { PlaybackController } from "../../calls/playback/playback-controller.ts";
import { CRASH_MESSAGE } from "../../calls/registry/call-journal.ts";
import { bridgeInPlace } from "../../calls/transfers/attended-transfer.ts";
import { RequestPace } from "./request-pace.ts";
import { buildResumedProgram } from "./resumed-program.ts";

export interface ResumptionDeps {
  clock: Clock;
  logger: Logger;
  media: MediaPort;
  playbacks: PlaybackController;
  dialers: Pick<Dialers, "endOrphan" | "resume">;
  interpreter: DocumentRunner;
}

export interface ResumableCall {
  call: LiveCall;
  leg: ResumableLeg;
  course: StoredCourse;
}

interface ResumedCalls {
  bySid: ReadonlyMap<string, LiveCall>;
  /** The SIDs of calls that the Dial of another call connects again. */
  adopted: ReadonlySet<string>;
  pace: RequestPace;
}

const CRASH_CODE = TWILIO_CODES.INTERNAL_ERROR;
const LOST: LegEnd = { cause: "failed", twilioCode: CRASH_CODE, message: CRASH_MESSAGE };
const RESUMED_MESSAGE = "the exchange restarted, and the call continues";
/**
 * The time limit of a transfer's bridge is not stored, so the bridge gets this default. The time
 * limits of its two calls still apply.
 */
const BRIDGE_LIMIT_MS = 14_400_000;

/** Continues calls from before the exchange restarted. */
export class CallResumption {
  readonly #deps: ResumptionDeps;
  readonly #music = new Map<LiveCall, AbortController>();
  readonly #lost = new Set<ResumableCall>();

  constructor(deps: ResumptionDeps) {
    this.#deps = deps;
  }

  /** Opens the ports again and plays music, before any other work. */
  async resume(calls: readonly ResumableCall[]): Promise<void> {
    await Promise.all(calls.map((one) => this.#resumeLeg(one)));
  }

  /**
   * Ends the calls that cannot continue, bridges calls again, and continues the programs of all
   * others.
   */
  start(calls: readonly ResumableCall[]): void {
    for (const { call, leg } of this.#lost) {
      this.#deps.dialers.endOrphan(leg, call.record().trunkSid);
      call.hangUp(LOST);
    }
    const living = calls.filter(({ call }) => !call.isOver);
    const bySid = new Map(living.map((one) => [one.call.sid, one.call]));
    const adopted = new Set(living.flatMap(({ course }) => course.dial?.child?.sid ?? []));
    const pace = new RequestPace(living.length);
    for (const { call, course } of living) {
      // A REST request has already given the call another program.
      if (!isDeepStrictEqual(call.course.document, course.document)) {
        this.#stopMusic(call);
        continue;
      }
      const { level, errorCode } = { level: "warning", errorCode: CRASH_CODE } as const;
      call.logError("restart", { errorCode, message: RESUMED_MESSAGE, level });
      this.#continue(call, course, { bySid, adopted, pace });
    }
    const counts = { calls: living.length, lost: this.#lost.size };
    if (counts.calls + counts.lost > 0) {
      this.#deps.logger.info(counts, "call resumption finished");
    }
  }

  leave(calls: readonly ResumableCall[]): void {
    for (const { call } of calls) {
      call.leg?.leave?.();
    }
  }

  async #resumeLeg(resumable: ResumableCall): Promise<void> {
    const { call, leg: stored } = resumable;
    const { trunkSid, direction } = call.record();
    const leg = await this.#deps.dialers.resume(stored, {
      callSid: call.sid,
      trunkSid,
      isInbound: direction === "inbound",
      sink: call.sink(),
    });
    if (leg === null) {
      return void this.#lost.add(resumable);
    }
    const isAnswered = stored.status === "talking" || stored.isAnswering;
    call.resume(leg, isAnswered);
    if (isAnswered) {
      this.#playMusic(call);
    }
  }

  /** The music ends when the document of the call has arrived, or when its bridge begins. */
  #playMusic(call: LiveCall): void {
    const music = new AbortController();
    this.#music.set(call, music);
    this.#deps.playbacks
      .forLeg(call.leg?.id ?? call.sid)
      .play(BUILTIN_SOUNDS.holdMusic, 0, AbortSignal.any([music.signal, call.ended]))
      // The music ends only when a signal stops it, so a rejection needs no report.
      .catch(() => undefined);
  }

  #stopMusic(call: LiveCall): void {
    this.#music.get(call)?.abort(new StoppedError("over"));
    this.#music.delete(call);
  }

  #continue(call: LiveCall, course: StoredCourse, { bySid, adopted, pace }: ResumedCalls): void {
    const partner = bySid.get(course.partner ?? "") ?? null;
    if (partner !== null) {
      return this.#bridge(call, partner);
    }
    const callee = bySid.get(course.dial?.child?.sid ?? "") ?? null;
    if (callee !== null) {
      this.#stopMusic(callee);
    }
    const start = buildResumedProgram(course, callee);
    if (start !== null) {
      return this.#run(call, start, pace.delayOf(course));
    }
    // The Dial of the other call connects this one again.
    if (!adopted.has(call.sid)) {
      call.hangUp(LOST);
    }
  }

  #run(call: LiveCall, start: ProgramStart, delayMs: number): void {
    const { clock, interpreter } = this.#deps;
    if (call.state.status === "ringing") {
      call.leg?.ring(call.sid);
    }
    call.run(async (signal) => {
      try {
        if (!("request" in start)) {
          this.#stopMusic(call);
          return await interpreter.runProgram(start, call, signal);
        }
        await sleep(clock, delayMs, signal);
        const document = await interpreter.load(start.request, call, signal);
        this.#stopMusic(call);
        await interpreter.runProgram({ document }, call, signal);
      } finally {
        this.#stopMusic(call);
      }
    });
  }

  /** Runs for both calls of the bridge. The first run begins the bridge. */
  #bridge(call: LiveCall, partner: LiveCall): void {
    this.#stopMusic(call);
    if (call.sid < partner.sid) {
      const { clock, media, playbacks } = this.#deps;
      const endsAtMs = clock.elapsedMs() + BRIDGE_LIMIT_MS;
      bridgeInPlace([call, partner], { clock, media, playbacks }, endsAtMs);
    }
  }
}
