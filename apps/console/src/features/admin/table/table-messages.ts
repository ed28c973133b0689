export const tableMessages = {
  find: "Find in {table}",
  none: "Nothing in this table has “{words}”.",
  clear: "Show all",
  width: "Width of {column}",
  widthPx: "{px} pixels",
  reset: "Reset",
  rows: "Rows",
  shown: "{from}–{to} of {total}",
  previous: "Previous rows",
  next: "Next rows",
} as const;
