import type { Contact } from "@linedesk/contract";

export function aContact(over: Partial<Contact> = {}): Contact {
  return {
    id: "0192f6a0-0000-7000-8000-0000000c0001",
    owner: "station",
    show: null,
    number: "+61491570006",
    numberDisplay: "0491 570 006",
    name: "Kim Nguyen",
    tags: [],
    note: "",
    favourite: false,
    pastNumbers: [],
    lastCallAt: null,
    version: 1,
    changedBy: "Alice",
    changedAt: "2026-11-20T00:00:00.000Z",
    ...over,
  };
}
