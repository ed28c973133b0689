import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** Callers whom I rejected with one press, and bring back with one. */
export interface BulkRejection {
  id: number;
  status: "sending" | "rejected" | "undoing";
  calls: readonly string[];
}

export interface BulkRejectionsState {
  /** The newest last. */
  list: readonly BulkRejection[];
}

/** More cannot be pressed within the 5 s in which a rejection can be taken back. */
const MOST_BULK_REJECTIONS = 20;

const initialState: BulkRejectionsState = { list: [] };

export const bulkRejectionsSlice = createSlice({
  name: "bulkRejections",
  initialState,
  reducers: {
    /** One without calls is over. */
    bulkRejectionChanged({ list }, { payload }: PayloadAction<BulkRejection>) {
      const known = list.some(({ id }) => id === payload.id);
      const changed = known
        ? list.map((one) => (one.id === payload.id ? payload : one))
        : [...list, payload].slice(-MOST_BULK_REJECTIONS);
      return { list: changed.filter(({ calls }) => calls.length > 0) };
    },
    /** The call is rejected by itself, and no longer with the others. */
    rejectedAlone({ list }, { payload }: PayloadAction<string>) {
      const changed = list.map((one) => ({
        ...one,
        calls: one.calls.filter((call) => call !== payload),
      }));
      return { list: changed.filter(({ calls }) => calls.length > 0) };
    },
  },
});

export function selectBulkRejection(
  { bulkRejections }: { bulkRejections: BulkRejectionsState },
  id: number | null,
): BulkRejection | null {
  return bulkRejections.list.find((one) => one.id === id) ?? null;
}

export const { bulkRejectionChanged, rejectedAlone } = bulkRejectionsSlice.actions;
