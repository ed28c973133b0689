/** The id of the command that opens the manual; it has no key. */
export const HELP_COMMAND = "app.help";
