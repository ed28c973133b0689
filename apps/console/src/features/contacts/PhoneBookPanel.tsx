import { PhoneBookCard } from "./PhoneBookCard.tsx";
import { useContacts } from "./use-contacts.ts";

/** The panel of the phone book. */
export function PhoneBookPanel() {
  return <PhoneBookCard view={useContacts()} />;
}
