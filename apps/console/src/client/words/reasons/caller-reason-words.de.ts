import type { callerReasons } from "@linedesk/contract";

export const callerReasonWordsDe: Record<keyof typeof callerReasons, string> = {
  no_such_caller: "Diesen Anrufer gibt es bei diesem Sender nicht.",
  caller_changed:
    "Jemand hat diesen Anrufer inzwischen geändert. Prüfen Sie das, und versuchen Sie es noch einmal.",
  caller_has_number: "Diese Nummer gehört schon einem Anrufer.",
  caller_has_other_number: "Dieser Anrufer hat nicht die Nummer des Anrufs.",
  caller_number_foreign: "{number} ist keine Nummer dieses Anrufers.",
  caller_merged_with_itself:
    "Ein Anrufer lässt sich nicht mit sich selbst zusammenführen. Wählen Sie einen anderen.",
  caller_keeps_one_number: "Ein Anrufer muss mindestens eine Nummer haben.",
  caller_numbers_full:
    "Ein Anrufer kann höchstens {most} Nummern haben. Entfernen Sie zuerst eine.",
  caller_on_call: "Dieser Anrufer ist gerade in einem Gespräch. Löschen Sie ihn danach.",
  change_not_undoable:
    "Diese Änderung ist schon rückgängig gemacht, oder eine spätere muss zuerst rückgängig gemacht werden.",
  changed_to: "{by} hat das inzwischen geändert. Jetzt steht dort „{value}“.",
  changed_to_empty: "{by} hat das inzwischen geändert. Jetzt steht dort nichts.",
  changed_to_unset: "{by} hat das inzwischen entfernt.",
  changed_to_set: "{by} hat das inzwischen gesetzt.",
  changed_duration: "{by} hat inzwischen geändert, wie lange das gilt.",
  text_too_long: "Dieser Text ist zu lang. Kürzen Sie ihn.",
  time_over: "Dieser Zeitpunkt ist vorbei. Wählen Sie einen späteren.",
  must_be_future: "muss in der Zukunft liegen",
  is_number_of_caller: "gehört schon einem Anrufer",
  must_be_numbers_of_caller: "müssen Nummern dieses Anrufers sein",
  too_much_of_number: "Zu dieser Nummer gibt es zu viele Daten für eine Datei.",
  number_not_masked: "Diese Nummer verdeckt der Sender nicht.",
  must_be_as_given: "muss eine verdeckte Nummer sein, genau so, wie der Server sie gesendet hat",
  numbers_shown_too_often:
    "Sie haben in einer Stunde {count} ganze Nummern angesehen. Versuchen Sie es später wieder.",
  numbers_typed_too_often: "Sie haben zu viele Nummern eingegeben. Warten Sie eine Minute.",
  number_of_other_station: "Diese Nummer gehört zu einem anderen Sender. Laden Sie die Seite neu.",
  contact_changed:
    "{name} hat diesen Kontakt inzwischen geändert. Prüfen Sie ihn, und versuchen Sie es noch einmal.",
  contact_known: "{number} steht schon im Telefonbuch.",
  contact_known_as: "{number} steht schon als {name} im Telefonbuch.",
  contact_gone: "Diese Nummer steht nicht mehr im Telefonbuch.",
  contact_not_restorable: "Dieser Kontakt lässt sich nicht mehr wiederherstellen.",
  masked_number_not_own:
    "Speichern Sie eine verdeckte Nummer im Telefonbuch des Senders, nicht in Ihrem eigenen.",
  masked_imports_nothing:
    "Sie sehen die Nummern der Anrufer verdeckt, deshalb können Sie keine Datei importieren.",
  show_of_contact_wrong:
    "Der Kontakt einer Sendung muss sie nennen. Andere Kontakte dürfen keine nennen.",
  own_contacts_full:
    "Ihr Telefonbuch ist voll. Es fasst {most} Kontakte; was in den letzten 24 Stunden gelöscht wurde, zählt mit.",
  station_contacts_full:
    "Die Telefonbücher des Senders sind voll. Sie fassen {most} Kontakte; was in den letzten 24 Stunden gelöscht wurde, zählt mit.",
  must_name_show: "muss beim Kontakt einer Sendung die Sendung nennen und sonst fehlen",
  row_without_name: "hat keinen Namen",
  row_without_number: "hat keine Nummer",
  row_number_wrong: "„{number}“ ist keine Telefonnummer",
  row_number_spoiled: "eine Tabellenkalkulation hat die Nummer „{number}“ verdorben",
  row_characters_lost: "hat Buchstaben, die in einem anderen Programm verloren gingen",
  row_not_split: "„{value}“ ist eine ganze Zeile, weil ihr Trennzeichen nicht erkannt wird",
  row_name_too_long: "der Name ist länger als {most} Zeichen",
  row_note_too_long: "die Notiz ist länger als {most} Zeichen",
  row_tags_wrong: "hat mehr als {most} Stichworte oder ein Stichwort mit mehr als {length} Zeichen",
  row_colour_wrong: "„{value}“ ist keine Farbe wie #955f04",
  row_icon_wrong: "„{value}“ ist kein Symbol; möglich sind {allowed}",
  row_kind_wrong: "„{value}“ ist keine Art; möglich sind {allowed}",
  row_effect_wrong: "„{value}“ ist keine Wirkung; möglich sind {allowed}",
  row_not_yes_or_no: "„{value}“ ist weder ja noch nein",
  row_quote_open: "hat ein öffnendes Anführungszeichen ohne ein schließendes",
  row_quotes_open:
    "hat ein öffnendes Anführungszeichen ohne ein schließendes; die Datei hat zu viele davon, deshalb wurde der Rest nicht gelesen",
  row_quote_misplaced: "hat ein Anführungszeichen an der falschen Stelle",
  row_vcard_unreadable: "ist keine lesbare vCard",
  contest_running: "{name} hat ein Gewinnspiel gestartet. Beenden Sie es zuerst.",
  contest_ended: "Dieses Gewinnspiel ist schon beendet.",
  no_contest: "Der Sender hatte noch kein Gewinnspiel.",
  no_such_contest: "Dieses Gewinnspiel gibt es bei diesem Sender nicht.",
  contest_log_too_long: "Das Protokoll dieses Gewinnspiels ist für eine Datei zu lang.",
  no_such_prize: "Diesen Preis gibt es bei diesem Sender nicht.",
  prize_changed:
    "{prize} wurde inzwischen geändert: noch {left} übrig. Prüfen Sie das, und versuchen Sie es noch einmal.",
  prize_name_taken: "Einen Preis „{name}“ gibt es schon.",
  prize_gone: "{prize} ist nicht mehr vorrätig.",
  prize_steps_equal: "Zwei Stufen beginnen beim selben Wert. Geben Sie jeder Stufe einen eigenen.",
  must_begin_apart: "müssen bei verschiedenen Werten beginnen",
  win_number_withheld:
    "Die Nummer des Anrufers ist unterdrückt. Tragen Sie sie zuerst ein, denn Gewinne werden nach Nummern gezählt.",
  household_may_not_win:
    "Dieser Hörer oder jemand im Haushalt hat am {wonOn} {prize} gewonnen und darf ab {mayWinOn} wieder gewinnen.",
  listener_may_not_win:
    "Dieser Hörer hat am {wonOn} {prize} gewonnen und darf ab {mayWinOn} wieder gewinnen.",
  exception_needs_reason: "Geben Sie einen Grund für die Ausnahme an.",
  must_say_why: "muss den Grund nennen",
  no_such_win: "Diesen Gewinn gibt es bei diesem Sender nicht.",
  win_changed:
    "{name} hat diesen Gewinn inzwischen auf „{status}“ gesetzt. Prüfen Sie ihn, und versuchen Sie es noch einmal.",
  win_to_collect: "abzuholen",
  win_collected: "abgeholt",
  win_sent: "verschickt",
  win_expired: "verfallen",
  win_withdrawn: "zurückgenommen",
  win_stays_withdrawn:
    "{name} hat diesen Gewinn zurückgenommen. Sein Status lässt sich nicht mehr ändern.",
  win_withdrawn_already: "{name} hat diesen Gewinn schon zurückgenommen.",
  too_many_wins: "Für eine Datei sind es zu viele Gewinne.",
  messages_too_often: "Sie senden zu viele Nachrichten. Warten Sie einen Moment.",
  message_empty: "Die Nachricht ist leer. Geben Sie einen Text ein.",
  message_key_used:
    "Dieser Schlüssel gehört zu einer anderen Nachricht. Verwenden Sie einen neuen.",
};
