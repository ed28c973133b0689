/**
 * The options, contexts, scopes, apps and controls that hold more than 8 fields, functions or
 * objects with functions among them, with the number of their fields. The list may only shrink: a
 * new name is refused by its test, and so is a number that is not the number of the fields.
 */
export const largeBags: Readonly<Record<string, number>> = {};
