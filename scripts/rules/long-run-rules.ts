/** Rules that `npm run test:full` alone proves, each with the reason; at most 60. */
export const longRunRules: Readonly<Record<string, string>> = {};
