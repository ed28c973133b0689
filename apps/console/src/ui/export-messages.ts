export const exportMessages = {
  soFar: "{count, number} read so far",
  of: "{count, number} of {total, number} read",
  stop: "Stop exporting",
} as const;

declare module "../lib/messages.ts" {
  interface LazyMessages {
    exports: typeof exportMessages;
  }
}
