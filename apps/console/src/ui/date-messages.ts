export const dateMessages = {
  open: "Open the calendar",
  calendar: "Calendar",
  form: "dd/mm/yyyy",
  wrong: "A day such as {day}",
  notBefore: "Not before {day}",
  notAfter: "Not after {day}",
  previous: "Previous month",
  next: "Next month",
} as const;
