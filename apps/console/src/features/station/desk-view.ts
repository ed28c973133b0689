import type { Call } from "@linedesk/contract";
import type { NoticeView } from "../../ui/notice-view.ts";

export type TakeNextDisabledReason = "nobody_waits" | "device_not_ready" | "not_connected";

/** `useDesk()`: what concerns the whole desk and no single line. */
export interface DeskView {
  /** The first call of the one order that waits or is ready, whom F2 takes on the selected line. */
  takeNext: {
    call: Call | null;
    take: (() => void) | null;
    because: TakeNextDisabledReason | null;
    pending: boolean;
  };
  /** Toasts, oldest first; those without an action leave by themselves. */
  notices: NoticeView[];
  dismiss: (id: string) => void;
  /** Read at once by screen readers: my incoming call, a dropped line, a lost microphone. */
  urgent: string | null;
}
