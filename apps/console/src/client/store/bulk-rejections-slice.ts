import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface BulkRejection {
  id: number;
  status: "sending" | "rejected" | "undoing";
  calls: readonly string[];
}

export interface BulkRejectionsState {
  /** The rejections, the newest last. */
  list: readonly BulkRejection[];
}

/** The limit is above the number of rejections that are possible within the 5 s of undo. */
const MOST_BULK_REJECTIONS = 20;

const initialState: BulkRejectionsState = { list: [] };

export const bulkRejectionsSlice = createSlice({
  name: "bulkRejections",
  initialState,
  reducers: {
    /**
     * Keeps a call only in the newest rejection that names it, and removes rejections without
     * calls.
     */
    bulkRejectionChanged({ list }, { payload }: PayloadAction<BulkRejection>) {
      const changed = [...list.filter(({ id }) => id !== payload.id), payload]
        .toSorted((one, other) => one.id - other.id)
        .slice(-MOST_BULK_REJECTIONS);
      const newest = new Map(
        changed.flatMap(({ id, calls }) => calls.map((call) => [call, id] as const)),
      );
      return filterCalls(changed, (call, id) => newest.get(call) === id);
    },
    /** Removes a call from its bulk rejection, because it was rejected or restored individually. */
    handledAlone({ list }, { payload }: PayloadAction<string>) {
      return filterCalls(list, (call) => call !== payload);
    },
  },
});

function filterCalls(
  list: readonly BulkRejection[],
  isOwn: (call: string, id: number) => boolean,
): BulkRejectionsState {
  const changed = list.map((one) => ({
    ...one,
    calls: one.calls.filter((call) => isOwn(call, one.id)),
  }));
  return { list: changed.filter(({ calls }) => calls.length > 0) };
}

export const { bulkRejectionChanged, handledAlone } = bulkRejectionsSlice.actions;
