import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** An entry of the phone book, known by its number. */
export interface Contact {
  /** E.164. */
  number: string;
  name: string;
}

/** The phone book as this page knows it, in the order in which it was loaded. */
export const contactsSlice = createSlice({
  name: "contacts",
  initialState: [] as Contact[],
  reducers: {
    contactsLoaded: (_before, action: PayloadAction<Contact[]>) => action.payload,
    contactAdded(state, action: PayloadAction<Contact>) {
      state.push(action.payload);
    },
    /** By the number that it had, which may be another now [CT2]. */
    contactEdited: (state, action: PayloadAction<{ number: string; contact: Contact }>) =>
      state.map((one) => (one.number === action.payload.number ? action.payload.contact : one)),
    contactRemoved: (state, action: PayloadAction<string>) =>
      state.filter(({ number }) => number !== action.payload),
  },
});

export const { contactsLoaded, contactAdded, contactEdited, contactRemoved } =
  contactsSlice.actions;
