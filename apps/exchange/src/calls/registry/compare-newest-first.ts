interface Listed {
  sid: string;
  createdAt: Date;
}

/**
 * Records of the same time are in descending order of their sids, so that pages neither repeat nor
 * omit a record.
 */
export function compareNewestFirst(one: Listed, other: Listed): number {
  const laterMs = other.createdAt.getTime() - one.createdAt.getTime();
  return laterMs === 0 ? other.sid.localeCompare(one.sid) : laterMs;
}
