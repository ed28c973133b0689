export const exportMessages = {
  soFar: "{count, number} read so far",
  of: "{count, number} of {total, number} read",
  stop: "Stop exporting",
} as const;
