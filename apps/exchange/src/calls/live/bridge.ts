import {
  notTransferable,
  type TransferRefusal,
  type TransferRequest,
} from "../legs/transfer-request.ts";

/** Two calls that a Dial has connected, as one of them sees it. */
export interface Bridge<Call> {
  partner: Call;
  /** Takes up a wish of this side, null; or says why not. */
  requestTransfer: (transferRequest: TransferRequest) => TransferRefusal | null;
  /** Whether somebody may take this side's place in the talk. */
  isTransferable: boolean;
  /** When the Dial's time limit ends it. */
  endsAtMs: number;
  /** Its parties talk to others: the Dial has nothing to say any more. */
  handOver: () => void;
}

interface BridgedCall {
  bridge: Pick<Bridge<unknown>, "requestTransfer"> | null;
  addLogEntry(type: "error", name: string, more: { message: string }): void;
}

/** Puts a wish of a call's far end before whoever has it talk to another. */
export function handleTransferRequest(
  call: BridgedCall,
  transferRequest: TransferRequest,
): TransferRefusal | null {
  const refusal =
    call.bridge === null ? notTransferable : call.bridge.requestTransfer(transferRequest);
  if (refusal !== null) {
    call.addLogEntry("error", "transfer", { message: refusal.message });
  }
  return refusal;
}
