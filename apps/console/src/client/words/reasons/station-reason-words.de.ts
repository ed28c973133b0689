import type { stationReasons } from "@linedesk/contract";

export const stationReasonWordsDe: Record<keyof typeof stationReasons, string> = {
  no_such_station: "Diesen Sender gibt es nicht.",
  station_exists: "Einen Sender {callSign} gibt es schon.",
  call_sign_reserved: "Das Rufzeichen {callSign} ist reserviert. Wählen Sie ein anderes.",
  is_name_of_page: "ist für eine Seite der Konsole reserviert",
  only_owner_adds_station: "Nur wer einen Sender leitet, darf einen hinzufügen.",
  stations_file_raced:
    "Ein anderer Server hat diesen Sender gerade angelegt. Starten Sie den Server neu.",
  not_a_member: "Sie gehören nicht zu diesem Sender.",
  member_of_no_station: "Sie gehören zu keinem Sender.",
  role_may_not: "Das darf Ihre Rolle nicht.",
  account_disabled: "Dieses Konto ist gesperrt.",
  no_such_member: "Diese Person gehört nicht zu diesem Sender.",
  member_has_role: "Diese Person hat bei dem Sender schon eine Rolle.",
  own_account_disabled:
    "Sie können Ihr eigenes Konto nicht sperren. Das kann nur jemand anderes, der den Sender leitet.",
  configured_owner: "Laut Konfiguration leitet diese Person den Sender. Ändern Sie es dort.",
  member_works_elsewhere:
    "Diese Person arbeitet auch bei einem Sender, den Sie nicht leiten. Nehmen Sie ihr stattdessen hier die Rolle.",
  only_owner_makes_owner: "Nur wer den Sender leitet, darf die Leitung an andere geben.",
  only_owner_changes_owner: "Nur wer den Sender leitet, darf ändern, wer ihn leitet.",
  role_from_group: "Diese Rolle kommt von einer Gruppe des Anmeldedienstes. Ändern Sie sie dort.",
  station_needs_owner:
    "Jemand muss den Sender leiten. Geben Sie zuerst jemand anderem diese Rolle.",
  no_such_phone_line: "Diese Telefonleitung gibt es bei diesem Sender nicht.",
  priority_line_foreign: "Diese Telefonleitung gibt es bei diesem Sender nicht.",
  phone_line_exists: "Eine andere Telefonleitung hat schon diese Nummer.",
  phone_line_in_call:
    "Auf dieser Leitung läuft ein Anruf. Schließen Sie die Leitung, und warten Sie, bis der Anruf endet.",
  phone_line_had_contest:
    "Das Protokoll eines Gewinnspiels braucht diese Leitung. Sie lässt sich nicht entfernen.",
  phone_line_renumbered: "Die Nummer dieser Leitung hat sich geändert. Prüfen Sie sie noch einmal.",
  line_feed_in_use:
    "Auf dieser Leitung liegt ein Anruf. Ändern Sie erst danach, ob sie auf Sendung geht.",
  is_not_of_line: "ist nicht die Nummer dieser Leitung",
  is_no_phone_line: "ist keine Telefonleitung dieses Senders",
  no_such_flag: "Dieses Kennzeichen gibt es bei diesem Sender nicht.",
  flag_name_taken: "Der Sender hat schon ein Kennzeichen mit diesem Namen.",
  flag_carried: "Manche Anrufer haben dieses Kennzeichen. Legen Sie es stattdessen still.",
  flags_full: "Ein Sender kann höchstens {most} Kennzeichen haben. Entfernen Sie zuerst eines.",
  hours_end_early: "muss nach dem Beginn enden",
  is_no_time_zone: "ist keine Zeitzone",
  sound_refused: "Der Ton {why}.",
  sound_refused_by_detail: "Der Ton {why} ({detail}).",
  sound_not_stored: "ist hier nicht mehr gespeichert",
  sound_not_http: "hat eine Adresse, die weder mit http noch mit https beginnt",
  sound_not_allowed:
    "liegt auf einem Host, von dem kein Ton geholt werden darf (WEBHOOK_HOSTS nennt die erlaubten, interne mit Port)",
  sound_unreachable: "ist nicht erreichbar",
  sound_unreadable: "lässt sich nicht dekodieren; verwenden Sie WAV, MP3, Ogg, FLAC, AIFF oder AAC",
  sound_too_long:
    "ist zu lang oder zu groß: Musik hat höchstens 15 Minuten, eine Ansage 2 Minuten, eine Datei 20 MB",
  sound_endless: "ist ein Stream ohne Ende, und eine Ansage muss enden",
  sound_not_live: "hat ein Ende, und ein laufendes Programm darf keines haben",
  sound_not_streamed: "ist ein Livestream, den der Telefoniedienst nicht abspielt",
  sound_silent: "ist stumm",
  sound_too_quiet: "ist zu leise: unter -40 LUFS",
  sound_too_loud: "ist zu laut: über -5 LUFS",
  sound_address_wrong: "Die Adresse eines Tons muss mit https:// oder http:// beginnen.",
  is_no_web_address: "ist keine Adresse mit http oder https",
  no_such_sound: "Diesen Ton gibt es nicht.",
  sound_file_too_large: "Eine Tondatei darf höchstens 4 MB haben.",
  sounds_full: "Ein Sender kann höchstens {most} Töne speichern.",
  sound_checks_full: "Zu viele Töne werden gerade geprüft. Versuchen Sie es gleich noch einmal.",
  digits_of_masked_audit:
    "Sie sehen die Nummern der Anrufer verdeckt, deshalb können Sie nicht nach Ziffern suchen.",
  must_be_words_or_id: "muss aus Wörtern ohne Ziffern bestehen oder eine Kennung sein",
  too_many_audit_entries: "Für eine Datei sind es zu viele Einträge. Wählen Sie weniger Tage.",
  masked_changes_no_masking:
    "Sie sehen die Nummern der Anrufer verdeckt, deshalb können Sie nicht ändern, wer sie sieht.",
  is_not_yours_to_change: "kann nur ändern, wer ganze Nummern sieht",
  days_wrong: "Dieser Zeitraum ist nicht gültig.",
  is_no_day: "ist kein Tag des Kalenders",
  is_before_first_day: "liegt vor dem ersten Tag",
  is_too_far_from_last_day: "liegt mehr als {most} Tage vor dem letzten Tag",
};
