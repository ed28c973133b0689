import { nobodyToTransfer, type TransferRefusal, type TransferWish } from "../legs/transfer.ts";
import type { LiveCall } from "./live-call.ts";

/** Two calls that a Dial has connected, as one of them sees it. */
export interface CallTalk {
  partner: LiveCall;
  /** Takes up a wish of this side, null; or says why not. */
  transfer: (wish: TransferWish) => TransferRefusal | null;
  /** Whether somebody may take this side's place in the talk. */
  isTransferable: boolean;
  /** When the Dial's time limit ends it. */
  endsAtMs: number;
  /** Its parties talk to others: the Dial has nothing to say any more. */
  passOn: () => void;
}

/** Puts a wish of a call's far end before whoever has it talk to another. */
export function transferOf(call: LiveCall, wish: TransferWish): TransferRefusal | null {
  const refusal = call.talk === null ? nobodyToTransfer : call.talk.transfer(wish);
  if (refusal !== null) {
    call.note("error", "transfer", { message: refusal.message });
  }
  return refusal;
}
