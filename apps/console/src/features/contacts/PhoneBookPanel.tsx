import { PhoneBookCard } from "./PhoneBookCard.tsx";
import { useContacts } from "./use-contacts.ts";

export function PhoneBookPanel() {
  return <PhoneBookCard view={useContacts()} />;
}
