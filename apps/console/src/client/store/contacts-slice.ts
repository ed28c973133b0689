import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

import type { Contact, StationEvent } from "@linedesk/contract";
import { eventsReceived } from "./calls-slice.ts";

export type ContactKey = Pick<Contact, "number" | "owner" | "show">;

function isSameContact(one: ContactKey, other: ContactKey): boolean {
  return (
    one.number === other.number &&
    one.owner === other.owner &&
    one.show?.toLowerCase() === other.show?.toLowerCase()
  );
}

function applyEvent(contacts: Contact[], event: StationEvent): Contact[] {
  if (event.type === "contact.removed") {
    return contacts.filter(({ id }) => id !== event.id);
  }
  if (event.type !== "contact.changed") {
    return contacts;
  }
  const { contact } = event;
  return contacts.map((one) =>
    one.id === contact.id && one.version <= contact.version ? contact : one,
  );
}

/** The part of the phone book that this page shows, in the server's order. */
export const contactsSlice = createSlice({
  name: "contacts",
  initialState: [] as Contact[],
  reducers: {
    contactsLoaded: (_before, action: PayloadAction<Contact[]>) => action.payload,
    contactAdded(state, action: PayloadAction<Contact>) {
      state.push(action.payload);
    },
    contactEdited: (state, action: PayloadAction<{ key: ContactKey; contact: Contact }>) =>
      state.map((one) => (isSameContact(one, action.payload.key) ? action.payload.contact : one)),
    contactRemoved: (state, action: PayloadAction<ContactKey>) =>
      state.filter((one) => !isSameContact(one, action.payload)),
  },
  extraReducers: (builder) =>
    builder.addCase(eventsReceived, (state, { payload }) =>
      payload.events.some(({ type }) => type.startsWith("contact."))
        ? payload.events.reduce(applyEvent, state)
        : state,
    ),
});

export const { contactsLoaded, contactAdded, contactEdited, contactRemoved } =
  contactsSlice.actions;
