export const termMessages = {
  holds: "Holds",
  always: "until removed",
  day: "for a day",
  week: "for a week",
  month: "for 30 days",
  year: "for a year",
  date: "until a day",
  lastDay: "Last day",
  until: "until {time}",
} as const;
