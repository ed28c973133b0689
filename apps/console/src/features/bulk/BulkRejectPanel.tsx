import { BulkReject } from "./BulkReject.tsx";
import { useBulkReject } from "./use-bulk-reject.ts";

export function BulkRejectPanel({ close }: { open: boolean; close: () => void }) {
  return <BulkReject view={useBulkReject()} close={close} />;
}
