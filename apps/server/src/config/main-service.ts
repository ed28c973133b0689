/** The name of the only telephony service of a site without EXCHANGES. */
export const MAIN_SERVICE = "main";
