/** Every method that a dialog, or the endpoint itself, understands. */
export const ALLOWED_METHODS =
  "INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE, PRACK, REFER, NOTIFY";

/** The extensions of SIP that we speak (Supported); what else is required of us is refused 420. */
export const SUPPORTED_EXTENSIONS = "timer, 100rel, norefersub, replaces";

/** The option tags in the fields of a header such as Require, in lower case. */
export function optionTags(fields: readonly string[]): string[] {
  return fields
    .flatMap((value) => value.split(","))
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== "");
}

/** Do the values of `Supported` or `Require` name the option tag (RFC 3261 section 19.2)? */
export function hasOptionTag(fields: readonly string[], tag: string): boolean {
  return optionTags(fields).includes(tag);
}

/** What a request requires of us that we do not speak. */
export function unsupportedOptions(required: readonly string[]): string[] {
  const spoken = optionTags([SUPPORTED_EXTENSIONS]);
  return optionTags(required).filter((tag) => !spoken.includes(tag));
}
