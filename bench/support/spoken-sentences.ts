/** What listeners of a station say, none of it chosen for being heard well. */
export const sentences: readonly string[] = [
  "my name is peter and I am calling from the airport",
  "could you please play something by the beatles",
  "the traffic on the bridge is very slow this morning",
  "I would like to talk about the weather in the city",
];

/** Phrases of a menu, each of which is said while all are expected; one that no dictionary has. */
export const phrases: readonly string[] = [
  "sales",
  "technical support",
  "talk to an operator",
  "linedesk",
];
