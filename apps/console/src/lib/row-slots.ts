/** A place in the document in which a row is drawn; which row that is changes. */
export interface RowSlot {
  key: number;
  id: string;
  /** Came while the list was flung: no more of it is drawn than can be seen. */
  brief: boolean;
}

interface SlotInput {
  ids: readonly string[];
  /** Whether a row is in the list still: the slot of one that is gone is never another's. */
  isListed: (id: string) => boolean;
  /** Slots keep their order in the document: to move one costs as much as a new one. */
  moving: boolean;
  flung: boolean;
}

/** Reusing a slot costs a fraction of a new one. At rest slots stand in the list's order. */
export function createRowSlots(): (input: SlotInput) => readonly RowSlot[] {
  let slots: readonly RowSlot[] = [];
  let count = 0;
  return ({ ids, isListed, moving, flung }) => {
    const known = new Map(slots.map((slot) => [slot.id, slot]));
    const wanted = new Set(ids);
    const coming = ids.filter((id) => !known.has(id));
    const standing = slots.flatMap((slot): RowSlot[] => {
      if (wanted.has(slot.id)) {
        return [slot.brief && !flung ? { ...slot, brief: false } : slot];
      }
      const id = isListed(slot.id) ? coming.shift() : undefined;
      return id === undefined ? [] : [{ key: slot.key, id, brief: flung }];
    });
    const all = [...standing, ...coming.map((id) => ({ key: count++, id, brief: flung }))];
    slots = moving ? all : sortAs(ids, all);
    return slots;
  };
}

function sortAs(ids: readonly string[], slots: readonly RowSlot[]): RowSlot[] {
  const byId = new Map(slots.map((slot) => [slot.id, slot]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
