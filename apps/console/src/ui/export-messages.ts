export const exportMessages = {
  soFar: "{count, number} rows loaded so far",
  of: "{count, number} of {total, number} rows loaded",
  stop: "Stop exporting",
} as const;
