import {
  notTransferable,
  type TransferRefusal,
  type TransferRequest,
} from "../legs/transfer-request.ts";

export interface Bridge<Call> {
  partner: Call;
  /** Takes up a wish of this side, null; or says why not. */
  requestTransfer: (transferRequest: TransferRequest) => TransferRefusal | null;
  isTransferable: boolean;
  endsAtMs: number;
  handOver: () => void;
}

interface BridgedCall {
  bridge: Pick<Bridge<unknown>, "requestTransfer"> | null;
  addLogEntry(type: "error", name: string, more: { message: string }): void;
}

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
