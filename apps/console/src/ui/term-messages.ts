export const termMessages = {
  holds: "Applies",
  always: "until removed",
  day: "for a day",
  week: "for a week",
  month: "for 30 days",
  year: "for a year",
  date: "until a date",
  lastDay: "Last day",
  until: "until {time}",
} as const;
