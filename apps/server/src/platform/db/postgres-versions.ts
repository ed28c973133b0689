/** The major versions of PostgreSQL with which Linedesk works. */
export const postgresVersions = { oldest: 15, newest: 18 } as const;
