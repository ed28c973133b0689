/** A place in the document that draws one row; the row in it can change. */
export interface RowSlot {
  key: number;
  id: string;
  /** Is true for a row that arrived during a fast scroll: it draws only what can be read then. */
  short: boolean;
}

interface SlotInput {
  ids: readonly string[];
  /** Returns true while a row is in the list. The slot of a removed row is not reused. */
  isListed: (id: string) => boolean;
  /**
   * Is true while slots must keep their order, because moving a slot costs as much as creating one.
   */
  moving: boolean;
  fast: boolean;
}

/**
 * Returns a function that assigns a slot to each row. It reuses slots, because creating one takes
 * much longer. When the list rests, the slots have the order of the list.
 */
export function createRowSlots(): (input: SlotInput) => readonly RowSlot[] {
  let slots: readonly RowSlot[] = [];
  let count = 0;
  return ({ ids, isListed, moving, fast }) => {
    const known = new Map(slots.map((slot) => [slot.id, slot]));
    const wanted = new Set(ids);
    const coming = ids.filter((id) => !known.has(id));
    const standing = slots.flatMap((slot): RowSlot[] => {
      if (wanted.has(slot.id)) {
        return [slot.short && !fast ? { ...slot, short: false } : slot];
      }
      const id = isListed(slot.id) ? coming.shift() : undefined;
      return id === undefined ? [] : [{ key: slot.key, id, short: fast }];
    });
    const all = [...standing, ...coming.map((id) => ({ key: count++, id, short: fast }))];
    slots = moving ? all : sortAs(ids, all);
    return slots;
  };
}

function sortAs(ids: readonly string[], slots: readonly RowSlot[]): RowSlot[] {
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
