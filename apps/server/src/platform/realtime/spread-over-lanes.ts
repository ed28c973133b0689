/**
 * Spreads events over at most `count` lanes. All events of a channel are in one lane, in their
 * order. A channel goes to the lane with the fewest events; a further lane begins only when each
 * lane has ten events, which fill one request.
 */
export function spreadOverLanes<Event extends { channel: string }>(
  events: readonly Event[],
  count: number,
): Event[][] {
  const byChannel = new Map<string, Event[]>();
  for (const event of events) {
    const existing = byChannel.get(event.channel);
    if (existing === undefined) {
      byChannel.set(event.channel, [event]);
    } else {
      existing.push(event);
    }
  }
  const lanes: Event[][] = [];
  for (const group of [...byChannel.values()].toSorted((a, b) => b.length - a.length)) {
    const shortest = lanes.toSorted((a, b) => a.length - b.length)[0];
    if (shortest === undefined || (lanes.length < count && shortest.length >= 10)) {
      lanes.push([...group]);
    } else {
      shortest.push(...group);
    }
  }
  return lanes;
}
