interface Listed {
  sid: string;
  createdAt: Date;
}

/** Those of the same moment keep their places, so that pages neither repeat nor leave one out. */
export function compareNewestFirst(one: Listed, other: Listed): number {
  const laterMs = other.createdAt.getTime() - one.createdAt.getTime();
  return laterMs === 0 ? other.sid.localeCompare(one.sid) : laterMs;
}
