import type { MediaEngine } from "../engine/media-engine.ts";
import { signalledAddress } from "../rtp/signalled-address.ts";
import type { MediaCall, MediaCast, RecordingCast } from "./media-messages.ts";

/** Runs a request of the main thread, which waits for the answer. */
export async function dispatchCall(
  { engine, advertise }: { engine: MediaEngine; advertise: readonly string[] },
  call: MediaCall,
): Promise<unknown> {
  switch (call.method) {
    case "answerWebRtc":
      return engine.answerWebRtc(...call.args);
    case "offerWebRtc":
      return engine.offerWebRtc(...call.args);
    case "acceptWebRtc":
      return engine.acceptWebRtc(...call.args);
    case "restartIce":
      return engine.restartIce(...call.args);
    case "openRtp": {
      const { address, port } = await engine.openRtp(...call.args);
      return { address: signalledAddress(address, advertise), port };
    }
    case "connectRtp":
      return engine.connectRtp(...call.args);
    case "stats":
      return engine.stats(...call.args);
    case "health":
      return engine.health();
  }
}

/** Runs a message that needs no answer. */
export function dispatchCast(engine: MediaEngine, cast: MediaCast): void {
  switch (cast.method) {
    case "limitUnheard":
      return engine.limitUnheard(...cast.args);
    case "closeLeg":
      return engine.closeLeg(...cast.args);
    case "joinRoom":
      return engine.joinRoom(...cast.args);
    case "setMembership":
      return engine.setMembership(...cast.args);
    case "leaveRoom":
      return engine.leaveRoom(...cast.args);
    case "play":
      return engine.play(...cast.args);
    case "stop":
      return engine.stop(...cast.args);
    case "sendDigits":
      return engine.sendDigits(...cast.args);
    case "watchProgramme":
      return engine.watchProgramme(...cast.args);
    case "unwatchProgramme":
      return engine.unwatchProgramme(...cast.args);
  }
}

export function dispatchRecordingCast({ recordings }: MediaEngine, cast: RecordingCast): void {
  switch (cast.method) {
    case "start":
      return recordings.start(...cast.args);
    case "pause":
      return recordings.pause(...cast.args);
    case "resume":
      return recordings.resume(...cast.args);
    case "stop":
      return recordings.stop(...cast.args);
  }
}
