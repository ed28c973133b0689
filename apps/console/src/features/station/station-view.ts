import type { PhoneLine, Station } from "@linedesk/contract";

export interface StationView {
  station: Station;
  stations: Station[];
  phoneLines: PhoneLine[];
  /** True when every open-able line is open, false when all are closed, "some" between. */
  open: boolean | "some";
  setOpen: ((open: boolean, phoneLine?: string) => void) | null;
  telephony: "up" | "down";
  waiting: number;
  longestWaitSince: string | null;
}

/** `useSession()`: while unauthenticated the console is on its way to the sign-in page. */
export type SessionView =
  | { status: "loading" }
  | { status: "unauthenticated" }
  | { status: "failed"; words: string; retry: () => void }
  | {
      status: "authenticated";
      user: { id: string; name: string; email: string | null };
      signOut: () => void;
    };
