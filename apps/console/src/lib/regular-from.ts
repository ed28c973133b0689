/** So many earlier calls make a regular [FL17]. */
export const REGULAR_FROM = 5;
