/** Under which the person's settings are kept in the query cache. */
export const settingsKey = ["settings"];
