/** The class names that are there, with a space between. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter((name) => typeof name === "string" && name !== "").join(" ");
