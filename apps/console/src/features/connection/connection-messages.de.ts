export const connectionMessagesDe = {
  reconnecting:
    "Verbindet neu… Versuch {attempt}, die Liste ist vielleicht nicht aktuell ({seconds} s)",
  connecting: "Verbindet…",
  offline: "Sie sind offline. Verbundene Anrufe gehen weiter, solange der Ton ankommt.",
  back: "Wieder aktuell",
  slow: "Live, aber langsam: Die Liste wird alle 3 s neu geladen, bis wieder Ereignisse ankommen.",
  telephonyDown:
    "Die Telefonanlage antwortet nicht. Bis sie zurück ist, können keine neuen Anrufe kommen.",
  exchangesAway:
    "{count, plural, one {Die Telefonanlage {names} antwortet} other {Die Telefonanlagen {names} antworten}} nicht. Neue Anrufe kommen weiter an.",
  turnedAway:
    "Die Telefonanlage ist voll: {count, plural, one {# Anrufer wurde} other {# Anrufer wurden}} abgelehnt, zuletzt um {time}.",
};
