import {
  notTransferable,
  type TransferRefusal,
  type TransferRequest,
} from "../legs/transfer-request.ts";

export interface Bridge<Call> {
  partner: Call;
  /** Accepts a transfer request of this side and returns `null`, or returns the refusal. */
  requestTransfer: (transferRequest: TransferRequest) => TransferRefusal | null;
  isTransferable: boolean;
  endsAtMs: number;
  handOver: () => void;
}

export function handleTransferRequest(
  { bridge }: { bridge: Pick<Bridge<unknown>, "requestTransfer"> | null },
  transferRequest: TransferRequest,
): TransferRefusal | null {
  return bridge === null ? notTransferable : bridge.requestTransfer(transferRequest);
}
