import { BulkReject } from "./BulkReject.tsx";
import { useBulkReject } from "./use-bulk-reject.ts";

interface BulkRejectPanelProps {
  open: boolean;
  close: () => void;
}

export function BulkRejectPanel({ close }: BulkRejectPanelProps) {
  return <BulkReject view={useBulkReject()} close={close} />;
}
