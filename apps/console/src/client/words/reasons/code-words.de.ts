import type { ErrorCode } from "@linedesk/contract";

export const codeWordsDe: Record<ErrorCode, string> = {
  bad_request: "Eine Angabe ist nicht gültig. Prüfen Sie Ihre Eingabe",
  not_signed_in: "Bitte melden Sie sich erneut an. Sie kommen danach hierher zurück",
  forbidden: "Das darf Ihre Rolle nicht",
  csrf_failed: "Die Seite ist veraltet. Laden Sie sie neu",
  not_found: "Das gibt es nicht mehr",
  method_not_allowed: "Server und Seite passen nicht zusammen. Laden Sie die Seite neu",
  conflict: "Jemand hat das inzwischen geändert. Prüfen Sie es, und versuchen Sie es noch einmal",
  call_taken: "Jemand anderes betreut diesen Anruf",
  call_gone: "Der Anrufer hat aufgelegt",
  call_state: "Der Anruf lässt das jetzt nicht zu",
  not_air_ready: "Der Anrufer ist nicht bereit für die Sendung",
  not_eligible: "Dieser Hörer darf noch nicht gewinnen",
  claim_invalid: "Der Anruf wurde nicht rechtzeitig verbunden. Nehmen Sie ihn noch einmal an",
  line_busy: "Auf dieser Leitung liegt schon ein Anruf",
  too_large: "Das ist zu groß",
  rate_limited: "Zu viele Versuche. Warten Sie eine Minute",
  internal_error: "Auf dem Server ist etwas schiefgegangen. Versuchen Sie es erneut",
  telephony_failed: "Die Telefonanlage hat das abgelehnt",
  telephony_unreachable: "Die Telefonanlage antwortet nicht",
  not_ready: "Der Server ist nicht bereit. Versuchen Sie es gleich noch einmal",
};
