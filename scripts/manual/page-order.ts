export const manualLanguages = ["en", "de"] as const;
export type ManualLanguage = (typeof manualLanguages)[number];

/** The operators' pages in the order of the contents. */
const operatorPages = [
  "start",
  "answer",
  "screen",
  "hand-over",
  "air",
  "conference",
  "dial",
  "reject",
  "contest",
  "chat",
  "history",
  "settings",
  "trouble",
  "hardware",
] as const;

export interface PageOrder {
  operators: readonly string[];
  admins: readonly string[];
}

/** Returns the pages in their order; each section of the admin area has one. */
export function orderPages(sections: Record<string, string>): PageOrder {
  const admins = ["overview", ...Object.keys(sections)].map((id) => `admin/${id}`);
  return { operators: operatorPages, admins };
}
