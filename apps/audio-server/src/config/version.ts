/** As the status of each line names it. */
export const VERSION = "0.1.0";
