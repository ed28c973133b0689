import { settled } from "@linedesk/base/testing";
import type { LegSink } from "../calls/legs/leg.ts";
import type { TransferRequest } from "../calls/legs/transfer-request.ts";

export function aTransferRequest(
  parts: Partial<TransferRequest> = {},
): TransferRequest & { statuses: number[] } {
  const statuses: number[] = [];
  return {
    target: "<sip:+61491570157@192.0.2.10>",
    params: [],
    referredBy: null,
    replaces: null,
    report: (sipCode) => void statuses.push(sipCode),
    statuses,
    ...parts,
  };
}

export async function refers({ sink }: { sink: LegSink }, request = aTransferRequest()) {
  const refusal = sink.onTransfer?.(request);
  await settled();
  return refusal;
}
