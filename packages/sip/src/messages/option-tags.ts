/** The methods that a dialog or the endpoint supports. */
export const ALLOWED_METHODS =
  "INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, PRACK, REFER, NOTIFY";

/** The supported SIP extensions (Supported). A request that requires others gets 420. */
export const SUPPORTED_EXTENSIONS = "timer, 100rel, norefersub, replaces";

/** Returns the option tags in the fields of a header such as Require, in lower case. */
export function optionTags(fields: readonly string[]): string[] {
  return fields
    .flatMap((value) => value.split(","))
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "");
}

/** Returns true when `Supported` or `Require` name the option tag (RFC 3261 section 19.2). */
export function hasOptionTag(fields: readonly string[], tag: string): boolean {
  return optionTags(fields).includes(tag);
}

/** Returns the required extensions that we do not support. */
export function unsupportedOptions(required: readonly string[]): string[] {
  const spoken = optionTags([SUPPORTED_EXTENSIONS]);
  return optionTags(required).filter((tag) => !spoken.includes(tag));
}
