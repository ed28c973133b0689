import { queryOptions } from "@tanstack/react-query";

import type { Call } from "@linedesk/contract";
import type { BulkReject, RejectPreview } from "../../client/desk/leaving/bulk-reject.ts";
import type { BulkChoice } from "./choose-targets.ts";

interface PreviewDeps {
  bulkReject: Pick<BulkReject, "preview">;
  targets: readonly Call[];
  choice: BulkChoice;
  picked: readonly string[];
}

/**
 * Keeps the previous preview only while the choice is the same, because another choice has other
 * callers.
 */
export function createPreviewQuery({ bulkReject, targets, choice, picked }: PreviewDeps) {
  const named = listNamed(choice, picked);
  const chosen = JSON.stringify({ ...choice, picked: choice.picked ? picked : [] });
  const stamp = targets
    .map(({ id, desk, marks, claimedBy }) =>
      [id, desk.status, marks.locked, marks.pinned, claimedBy === null].join(" "),
    )
    .join();
  const calls = targets.map(({ id }) => id);
  return queryOptions({
    queryKey: ["bulk-reject", chosen, stamp],
    queryFn: ({ signal }) => bulkReject.preview({ calls, named }, signal),
    enabled: calls.length > 0,
    placeholderData: (shown: RejectPreview | undefined, of) =>
      of?.queryKey[1] === chosen ? shown : undefined,
  });
}

/**
 * Lists the calls that the server rejects even if they are on hold or pinned (QU13): a single
 * selected call, or none if several calls or a group are chosen.
 */
export function listNamed(choice: BulkChoice, picked: readonly string[]): readonly string[] {
  return choice.picked && picked.length === 1 ? picked : [];
}

/** Returns the preview's rejected calls that are still chosen. */
export function listRejected(preview: RejectPreview | undefined, targets: readonly Call[]): Call[] {
  const meant = new Map(targets.map((call) => [call.id, call]));
  return (preview?.rejected ?? []).flatMap((id) => meant.get(id) ?? []);
}
