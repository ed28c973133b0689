import { StoppedError } from "@linedesk/base";
import { BUILTIN_SOUNDS } from "@linedesk/media";
import type { LiveCall } from "../../calls/live/live-call.ts";
import type { TwimlDocument } from "../../calls/playback/twiml-document.ts";
import type { DocumentServices } from "../document/verb-services.ts";
import type { VerbScope } from "../document/verb.ts";
import type { PendingTransfer } from "./begin-transfer.ts";

export type BridgeEnd = { type: "over" } | { type: "handed_over"; document: TwimlDocument | null };

export interface Transfer extends PendingTransfer {
  document: Promise<TwimlDocument | null>;
}

export interface TransferAttempt {
  transfer: Transfer;
  document: TwimlDocument | null;
  scope: VerbScope<"audio" | "documents">;
  onHandedOver: () => void;
}

/** The SIP code for the referrer when nobody was dialled, or no party gave a reason. */
const UNREACHED = 480;

/**
 * Runs a transfer with answerOnBridge. The referrer hears music until the referee is connected.
 * Resolves with `null` when the document ends without a connection; referrer and referee are then
 * bridged again.
 */
export async function attemptTransfer(tried: TransferAttempt): Promise<BridgeEnd | null> {
  const { transfer, document, scope, onHandedOver: onPassedOn } = tried;
  const { request, referrer, referee } = transfer;
  const music = playMusic(transfer, scope);
  let reached = document === null ? 503 : UNREACHED;
  function onReached(sipCode: number): void {
    if (reached === 200) {
      return;
    }
    reached = sipCode;
    if (sipCode !== 200) {
      return;
    }
    onPassedOn();
    music.abort(new StoppedError("over"));
    request.report(200);
    referrer.hangUp();
  }
  referee.referredBy = request.referredBy;
  try {
    const outcome =
      document === null ? null : await runReferDocument(document, { ...tried, onReached });
    if (reached !== 200) {
      request.report(reached);
    }
    if (reached !== 200 && outcome?.type !== "end") {
      return null;
    }
    referee.hangUp();
    return { type: "over" };
  } finally {
    referee.referredBy = null;
    music.abort(new StoppedError("over"));
  }
}

function runReferDocument(
  document: TwimlDocument,
  { transfer, scope, onReached }: TransferAttempt & { onReached: (sipCode: number) => void },
): ReturnType<DocumentServices["interpreter"]["runToEnd"]> {
  const depth = (scope.transfer?.depth ?? 0) + 1;
  const { interpreter } = scope.services.documents;
  const { referee: call, signal } = transfer;
  return interpreter.runToEnd({ call, document, signal, transfer: { onReached, depth } });
}

function playMusic(transfer: Transfer, { services }: VerbScope<"audio">): AbortController {
  const music = new AbortController();
  const call: LiveCall = transfer.referrer;
  const signal = AbortSignal.any([music.signal, transfer.signal, call.ended]);
  const speaker = services.audio.playbacks.forLeg(call.leg?.id ?? call.sid);
  // The music ends only when the signal stops it, so a rejection needs no report.
  speaker.play(BUILTIN_SOUNDS.holdMusic, 0, signal).catch(() => undefined);
  return music;
}
