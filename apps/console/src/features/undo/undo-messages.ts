/** The words of what can still be taken back. */
export const undoMessages = {
  rejected: "Rejected {name}",
  ended: "Ended {name}. Music for {seconds} s",
  undo: "Undo",
  undoName: "Undo: bring {name} back",
} as const;

declare module "../../lib/messages.ts" {
  interface Messages {
    undo: typeof undoMessages;
  }
}
