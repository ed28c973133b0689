import type { callReasons } from "@linedesk/contract";

export const callReasonWordsDe: Record<keyof typeof callReasons, string> = {
  caller_hung_up: "Der Anrufer hat aufgelegt.",
  call_over: "Dieser Anruf ist schon beendet.",
  call_taken: "{name} betreut diesen Anruf.",
  call_being_ended: "Dieser Anruf wird schon beendet.",
  call_locked: "Dieser Anruf ist gesichert. Entsichern Sie ihn zuerst.",
  call_waiting: "Dieser Anruf wartet noch. Nehmen Sie ihn zuerst an.",
  call_to_accept_or_reject: "Dieser Anruf wartet noch. Nehmen Sie ihn an, oder lehnen Sie ihn ab.",
  call_free_to_take: "Dieser Anruf wartet noch. Alle können ihn annehmen.",
  call_not_bridged:
    "Dieser Anruf wartet noch. Nehmen Sie ihn an, bevor Sie ihn halten oder fortsetzen.",
  call_on_hold: "Dieser Anruf wird gehalten. Setzen Sie ihn fort, oder übernehmen Sie ihn.",
  call_on_this_line: "Dieser Anruf liegt schon auf dieser Leitung.",
  call_is_yours: "Sie sprechen schon mit diesem Anrufer.",
  call_unattended: "Niemand betreut diesen Anruf. Übernehmen Sie ihn zuerst.",
  call_never_yours: "Dieser Anruf lag nie auf einer Ihrer Leitungen.",
  number_still_rings:
    "Bei der angerufenen Nummer klingelt es noch. Warten Sie, bis jemand abnimmt.",
  nobody_waiting: "Niemand wartet.",
  nothing_to_undo: "Es gibt nichts rückgängig zu machen.",
  next_not_waiting: "Als Nächster lässt sich nur ein Anruf vormerken, der wartet oder bereit ist.",
  call_not_waiting: "Nur ein wartender Anrufer lässt sich später zurückrufen.",
  call_back_withheld: "Die Nummer des Anrufers ist unterdrückt, deshalb ist kein Rückruf möglich.",
  colleague_without_console: "{name} hat keine Konsole geöffnet.",
  no_such_colleague: "Diese Person gehört nicht zu diesem Sender.",
  no_such_call: "Diesen Anruf gibt es nicht.",
  call_of_other_station: "Diesen Anruf gibt es bei diesem Sender nicht.",
  quality_reports_full: "Der Server nimmt zu diesem Anruf keine Berichte zur Tonqualität mehr an.",
  fault_reports_full: "Der Server nimmt zu diesem Anruf keine Störungsberichte mehr an.",
  network_gave_number:
    "Das Telefonnetz hat die Nummer dieses Anrufs übermittelt. Sie können keine andere eintragen.",
  number_withheld:
    "Die Nummer des Anrufers ist unterdrückt. Fragen Sie danach, und tragen Sie sie zuerst ein.",
  call_number_withheld:
    "Die Nummer des Anrufers ist unterdrückt. Fragen Sie danach, und tragen Sie sie zuerst ein.",
  not_ready_for_air: "{name} ist nicht bereit für die Sendung: {missing}.",
  caller_not_ready_for_air: "Dieser Anrufer ist nicht bereit für die Sendung: {missing}.",
  radio_not_off: "das Radio ist vielleicht noch an",
  air_not_agreed: "das Einverständnis mit der Sendung fehlt",
  no_point_noted: "das Anliegen fehlt",
  role_may_not_end_on_air: "Ihre Rolle darf einen Anruf auf Sendung nicht beenden.",
  role_may_not_put_to_air: "Ihre Rolle darf keinen Anruf auf Sendung nehmen.",
  feed_changed:
    "Welche Leitung auf Sendung geht, hat sich gerade geändert. Versuchen Sie es noch einmal.",
  stays_gone: "schon weg",
  stays_on_air: "auf Sendung",
  stays_with_an_operator: "gerade betreut",
  stays_locked: "gesichert",
  stays_held: "gehalten",
  stays_pinned: "vorn gehalten",
  stays_priority_line: "Vorrangleitung",
  line_taken: "Auf dieser Leitung liegt schon ein anderer Anruf.",
  on_air_first:
    "Auf Leitung {number} ist jemand auf Sendung. Beenden oder halten Sie erst diesen Anruf.",
  dump_not_allowed:
    "Der Sender erlaubt den Schnellwechsel nicht. Die Administration kann ihn erlauben.",
  line_of_colleague: "{name} hat einen Anruf auf Leitung {number} von {server}.",
  claim_in_use: "Diese Kennung wird schon verwendet.",
  swap_needs_two_calls: "Tauschen geht nur, wenn auf beiden Leitungen ein Anruf liegt.",
  swap_across_stations: "Tauschen geht nur mit zwei Anrufen desselben Senders.",
  swap_across_exchanges:
    "Die beiden Anrufe liegen in verschiedenen Telefonanlagen und lassen sich nicht tauschen.",
  line_needed: "Wählen Sie eine Leitung.",
  resume_line_needed: "Wählen Sie die Leitung, auf der das Gespräch weitergeht.",
  own_line_needed:
    "Sie können einen Anruf nicht an sich selbst weitergeben. Wählen Sie die Leitung, auf die er soll.",
  call_needed: "Wählen Sie einen Anruf.",
  calls_needed: "Wählen Sie die Anrufe.",
  station_needed: "Wählen Sie einen Sender.",
  line_needed_to_resume: "ist nötig, weil dieser Anruf nicht Ihrer ist",
  is_yourself: "muss eine andere Person sein",
  is_no_member: "gehört nicht zu diesem Sender",
  is_known_claim: "gibt es schon",
  no_such_conference: "Diese Konferenz gibt es nicht mehr.",
  conference_needed: "Wählen Sie eine Konferenz.",
  conference_across_stations: "Alle Anrufe einer Konferenz müssen zum selben Sender gehören.",
  conference_across_exchanges:
    "Die Anrufer sind an verschiedenen Telefonanlagen und können nicht in derselben Konferenz sein.",
  conference_full: "Die Konferenz ist voll. Sie fasst {most} Personen.",
  conference_needs_call: "Um eine Konferenz zu beginnen, sprechen Sie zuerst mit einem Anrufer.",
  conference_empty: "In dieser Konferenz ist jetzt niemand.",
  in_conference: "Sie sind schon in dieser Konferenz.",
  not_in_conference: "Sie sind nicht in dieser Konferenz. Treten Sie ihr zuerst bei.",
  caller_in_conference: "Dieser Anrufer ist in einer Konferenz.",
  caller_not_in_conference: "Dieser Anrufer ist nicht in der Konferenz.",
  caller_to_be_called_back:
    "Dieser Anrufer wartet auf einen Rückruf und kann jetzt nicht in eine Konferenz.",
  private_talk_needs_line: "Ein Zwiegespräch braucht Ihre andere Leitung, und die muss frei sein.",
  private_talk_needs_hold:
    "Ein Zwiegespräch geht nur mit einem Anrufer, der in der Konferenz gehalten wird.",
  private_talk_elsewhere: "Dieser Anrufer ist in keinem Zwiegespräch dieser Konferenz.",
  private_talk_on_air:
    "Leitung {number} geht auf Sendung. Ein Zwiegespräch ist dort nicht möglich.",
  role_may_not_dial: "Ihre Rolle darf keine Nummern wählen.",
  no_number_to_dial_from:
    "Dieser Sender hat keine Nummer, von der Sie anrufen können. Bitten Sie die Administration um eine Telefonleitung.",
  dialling_rules_refuse: "Die Wählregeln erlauben diese Nummer nicht.",
  not_dialled_as_number: "Das ist keine Telefonnummer. Geben Sie sie mit Vorwahl ein.",
  emergency_not_dialled: "Die Konsole wählt keine Notrufnummern. Nehmen Sie ein Telefon.",
  country_not_dialled: "Dieser Sender ruft keine Nummern dieses Landes an.",
  premium_not_dialled: "Dieser Sender ruft keine Nummern mit dieser Vorwahl an.",
  is_refused_by_dialling_rules: "ist nach den Wählregeln nicht erlaubt",
  own_dials_in_a_minute:
    "Sie haben in einer Minute {count} Anrufe begonnen. Warten Sie einen Moment.",
  own_dials_at_once: "Sie haben schon {count} ausgehende Anrufe. Beenden Sie zuerst einen.",
  own_dial_minutes: "Sie haben Ihre {count} Minuten für ausgehende Anrufe heute verbraucht.",
  station_dials_in_a_minute:
    "Der Sender hat in einer Minute {count} Anrufe begonnen. Warten Sie einen Moment.",
  station_dials_at_once:
    "Der Sender hat schon {count} ausgehende Anrufe. Beenden Sie zuerst einen.",
  station_dial_minutes:
    "Der Sender hat seine {count} Minuten für ausgehende Anrufe heute verbraucht.",
  no_dial_time_limit: "Eine Höchstdauer hat nur ein ausgehender Anruf, den jemand angenommen hat.",
  exchange_silent: "Die Telefonanlage antwortet nicht. Versuchen Sie es gleich noch einmal.",
  exchange_not_ready:
    "Die Telefonanlage ist noch nicht bereit. Versuchen Sie es gleich noch einmal.",
  exchange_refused: "Die Telefonanlage hat das abgelehnt.",
  exchange_late:
    "Die Telefonanlage hat das nicht rechtzeitig bestätigt. Prüfen Sie den Anruf, bevor Sie es noch einmal versuchen.",
  no_such_recording: "Diese Aufzeichnung gibt es nicht.",
  recording_exchange_away:
    "Die Telefonanlage {service} hat diese Aufzeichnung und antwortet nicht. Versuchen Sie es später noch einmal.",
  recording_runs: "Diese Aufzeichnung läuft noch. Beenden Sie sie zuerst.",
  station_records_nothing:
    "Dieser Sender zeichnet keine Anrufe auf. Die Administration kann das ändern.",
  rehearsal_not_recorded: "Anrufe einer Probe werden nicht aufgezeichnet.",
  call_recorded_already: "Dieser Anruf wird schon aufgezeichnet.",
  call_not_recorded: "Dieser Anruf wird nicht aufgezeichnet.",
  conference_not_recorded:
    "Eine Konferenz lässt sich nicht aufzeichnen, weil die anderen keine Ansage gehört haben.",
  only_line_recorded:
    "Aufzeichnen lässt sich nur ein Anruf, der auf der Leitung eines Platzes liegt.",
  notice_unspeakable: "Die Ansage enthält keine Worte, die sich sprechen lassen.",
  notice_needed:
    "Anrufer müssen vor der Aufzeichnung eine Ansage hören. Geben Sie den Text ein, oder wählen Sie einen Ton.",
  needs_letter_or_digit: "muss einen Buchstaben oder eine Ziffer enthalten",
  words_or_sound_needed: "ist nötig, wenn es keinen Ton gibt",
};
