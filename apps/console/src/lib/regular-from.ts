/** So many earlier calls make a regular. */
export const REGULAR_FROM = 5;
