import type { deviceReasons } from "@linedesk/contract";

export const deviceReasonWordsDe: Record<keyof typeof deviceReasons, string> = {
  no_such_audio_server: "Diesen Audioserver gibt es nicht.",
  audio_server_of_other_station: "Diesen Audioserver gibt es bei diesem Sender nicht.",
  audio_server_name_taken: "Der Sender hat schon einen Audioserver mit diesem Namen.",
  audio_server_paired: "Dieser Audioserver ist gekoppelt. Widerrufen Sie ihn zuerst.",
  audio_server_not_paired: "Dieser Audioserver ist nicht gekoppelt.",
  audio_servers_full:
    "Ein Sender kann höchstens {most} Audioserver haben. Entfernen Sie zuerst einen.",
  pairing_code_invalid: "Dieser Kopplungscode ist nicht gültig. Lassen Sie sich einen neuen geben.",
  pairing_tried_too_often: "Es wurden zu viele Kopplungscodes versucht. Warten Sie eine Minute.",
  audio_server_key_invalid:
    "Der Schlüssel dieses Audioservers ist nicht gültig. Koppeln Sie ihn neu.",
  audio_server_key_foreign: "Dieser Schlüssel gehört zu einem anderen Audioserver.",
  audio_server_person_absent: "Diese Person benutzt diese Leitung gerade nicht.",
  audio_server_log_unwanted: "Die Anforderung dieses Protokolls gibt es nicht mehr.",
  audio_server_unusable:
    "Der Audioserver dieser Leitung ist nicht verwendbar. Wählen Sie ein anderes Gerät.",
  is_no_audio_server: "ist kein Audioserver dieses Senders",
  is_not_paired: "ist nicht gekoppelt",
  no_such_device_preset: "Diese Gerätevorwahl gibt es nicht.",
  device_preset_of_other_station: "Diese Gerätevorwahl gibt es bei diesem Sender nicht.",
  device_preset_name_taken: "Der Sender hat schon eine Gerätevorwahl mit diesem Namen.",
  device_presets_full:
    "Ein Sender kann höchstens {most} Gerätevorwahlen haben. Entfernen Sie zuerst eine.",
  no_such_trunk: "Diesen Trunk gibt es nicht.",
  trunk_silent: "Diesen Trunk gibt es nicht, oder die Telefonanlage antwortet nicht.",
  trunk_name_taken: "Ein anderer Trunk hat schon diesen Namen.",
  trunk_changed:
    "Jemand hat diesen Trunk inzwischen geändert. Prüfen Sie ihn, und versuchen Sie es noch einmal.",
  trunks_full: "Es kann höchstens {most} Trunks geben. Entfernen Sie zuerst einen.",
  trunk_unusable: "Mit diesen Angaben ist der Trunk nicht verwendbar.",
  trunk_user_needed: "ist für die Anmeldung nötig",
  trunk_password_needed: "ist für diesen Host und Benutzer nötig",
  trunk_password_unreadable:
    "muss neu eingegeben werden, weil das gespeicherte mit einem anderen Schlüssel verschlüsselt wurde",
  trunk_refused: "{detail}",
  trunk_keys_need_tls: "braucht den Transport TLS oder Schlüssel im Klartext",
  is_no_certificate: "ist kein Zertifikat in PEM",
  trunk_answers: "Die Gegenstelle antwortet.",
  trunk_answers_no_options: "Die Gegenstelle antwortet nicht auf OPTIONS, wie manche Trunks.",
  trunk_registers: "Die Gegenstelle nimmt die Anmeldung an.",
  trunk_no_answer:
    "Die Gegenstelle antwortet nicht. Prüfen Sie Adresse, Port und Transport, öffnen Sie den Weg dorthin in der Firewall, und fragen Sie den Anbieter, ob er die Adresse dieses Rechners kennt.",
  trunk_registration_unanswered:
    "Die Gegenstelle antwortet nicht auf die Anmeldung. Versuchen Sie es noch einmal, prüfen Sie „Anmelden bei“, und fragen Sie den Anbieter, ob dieser Benutzer sich dort anmeldet.",
  trunk_name_unknown:
    "Der Hostname lässt sich nicht auflösen. Prüfen Sie ihn oder den Nameserver dieses Rechners.",
  trunk_port_closed: "Dort nimmt niemand Verbindungen an. Prüfen Sie Port und Transport.",
  trunk_unroutable:
    "Dieser Rechner hat keinen Weg dorthin. Prüfen Sie die Adresse oder das Netz dieses Rechners.",
  trunk_closed_connection:
    "Die Gegenstelle hat die Verbindung geschlossen. Prüfen Sie den Transport, und fragen Sie den Anbieter, ob er die Adresse dieses Rechners kennt.",
  trunk_speaks_no_tls:
    "Die Gegenstelle spricht an diesem Port kein TLS. Prüfen Sie Port oder Transport.",
  trunk_certificate_untrusted:
    "Dem Zertifikat der Gegenstelle wird nicht vertraut. Tragen Sie das Zertifikat der Zertifizierungsstelle im Trunk ein, oder nennen Sie es in SIP_TLS_CA.",
  trunk_certificate_expired:
    "Das Zertifikat der Gegenstelle ist abgelaufen. Bitten Sie den Anbieter, es zu erneuern.",
  trunk_certificate_early:
    "Das Zertifikat der Gegenstelle gilt noch nicht. Stellen Sie die Uhr dieses Rechners richtig.",
  trunk_certificate_other_name:
    "Das Zertifikat der Gegenstelle ist für einen anderen Namen. Tragen Sie den Namen aus dem Zertifikat ein.",
  trunk_connection_failed: "Die Verbindung scheiterte mit {code}. Fragen Sie den Anbieter.",
  trunk_overloaded:
    "Die Gegenstelle ist überlastet oder nicht verfügbar ({code}). Versuchen Sie es erneut, und fragen Sie den Anbieter, wenn es so bleibt.",
  trunk_password_refused:
    "Die Gegenstelle lehnt Benutzer oder Passwort ab ({code}). Prüfen Sie beides.",
  trunk_registration_forbidden:
    "Die Gegenstelle verbietet die Anmeldung (403). Prüfen Sie Benutzer und Passwort, und fragen Sie den Anbieter, ob das Konto gesperrt oder die Adresse dieses Rechners nicht zugelassen ist.",
  trunk_user_unknown:
    "Die Gegenstelle kennt den angemeldeten Benutzer nicht (404). Prüfen Sie den Benutzer, den angemeldeten Benutzer und die Domäne.",
  trunk_takes_no_registration:
    "Die Gegenstelle nimmt keine Anmeldung an (405). Schalten Sie die Anmeldung aus: Dieser Anbieter kennt den Sender an seiner Adresse.",
  trunk_expiry_too_short:
    "Die Gegenstelle verlangt eine längere Anmeldung (423). Erhöhen Sie die Dauer der Anmeldung.",
  trunk_registration_refused:
    "Die Gegenstelle lehnt die Anmeldung mit {code} ab. Fragen Sie den Anbieter nach dem Grund.",
  account_refused: "Das Konto lehnt diese Anmeldung ab. Prüfen Sie Account SID und Auth Token.",
  is_not_token_of_account: "ist nicht das Auth Token dieses Kontos",
  account_changed:
    "Das Konto oder die Telefonleitungen haben sich geändert. Prüfen Sie sie noch einmal.",
  account_needs_no_calls:
    "Gerade läuft ein Anruf. Versuchen Sie es wieder, wenn keiner mehr läuft.",
  account_needs_public_url:
    "Setzen Sie zuerst PUBLIC_URL. Unter dieser Adresse erreicht das Konto den Server.",
  account_configured: "Die Konfiguration des Servers nennt das Konto. Ändern Sie es dort.",
  no_account_chosen: "In der Verwaltung ist kein Konto gewählt.",
  exchange_away: "Die Telefonanlage antwortet nicht. Versuchen Sie es gleich noch einmal.",
  no_such_exchange: "Es gibt keine Telefonanlage mit diesem Namen.",
  station_without_phone_line:
    "Der Sender hat keine Telefonleitung, die sich anrufen lässt. Legen Sie zuerst eine an.",
  station_without_number:
    "Dieser Sender hat keine Nummer, von der er anrufen kann. Legen Sie zuerst eine Telefonleitung an.",
  station_rang_too_often:
    "Der Sender hat in einer Stunde zu viele Testanrufe gemacht. Versuchen Sie es später wieder.",
  station_tried_too_often:
    "Der Sender hat zu oft geprüft. Versuchen Sie es in ein paar Minuten wieder.",
  no_such_test_call: "Diesen Testanruf gibt es nicht.",
  rehearsal_needs_exchange:
    "Eine Probe braucht die eingebaute Telefonanlage. Sie ist nicht in Gebrauch, oder sie antwortet nicht.",
  rehearsal_needs_open_line: "Gerade nimmt keine Telefonleitung Anrufe an. Öffnen Sie zuerst eine.",
  rehearsal_running: "Es läuft schon eine Probe.",
  no_such_caller_id: "Diese gezeigte Nummer gibt es bei diesem Sender nicht.",
  caller_id_is_phone_line: "Diese Nummer ist eine Telefonleitung. Sie braucht keine Bestätigung.",
  caller_id_verified: "Diese Nummer ist schon bestätigt.",
  caller_id_being_phoned:
    "Diese Nummer wird gerade angerufen. Nehmen Sie ab, und geben Sie den Code ein.",
  caller_id_unverified:
    "Diese Nummer ist nicht bestätigt. Bestätigen Sie sie, bevor sie gezeigt wird.",
  caller_ids_full:
    "Ein Sender kann höchstens {most} gezeigte Nummern haben. Entfernen Sie zuerst eine.",
  caller_ids_phoned_too_often:
    "Der Sender hat in einer Stunde zehn Nummern angerufen. Versuchen Sie es später wieder.",
  caller_id_known_at_service: "Der Telefoniedienst hat diese Nummer schon bestätigt.",
  caller_id_service_busy:
    "Der Telefoniedienst ruft gerade diese Nummer an oder zu viele andere. Warten Sie eine Minute.",
  no_such_integration: "Diese Anbindung gibt es bei diesem Sender nicht.",
  integration_changed:
    "Jemand hat diese Anbindung inzwischen geändert. Prüfen Sie sie, und versuchen Sie es noch einmal.",
  integration_sends_nothing: "Diese Anbindung empfängt nur. Wählen Sie einen Webhook.",
  integrations_full:
    "Ein Sender kann höchstens {most} Anbindungen haben. Entfernen Sie zuerst eine.",
  webhook_off: "Dieser Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.",
  webhook_needs_event: "Ein Webhook braucht mindestens ein Ereignis.",
  name_at_least_one: "muss mindestens ein Ereignis nennen",
  no_such_delivery: "Diese Zustellung gibt es nicht.",
  masked_sends_no_numbers:
    "Sie sehen die Nummern der Anrufer verdeckt. Sie können ganze Nummern für einen Webhook nicht einschalten und die Adresse eines Webhooks, der sie sendet, nicht ändern.",
  is_not_yours_to_give: "kann nur setzen, wer ganze Nummern sieht",
  address_refused: "Die Adresse {why}.",
  address_unreadable: "ist keine gültige Adresse",
  address_with_password: "enthält einen Benutzernamen oder ein Passwort",
  address_not_https: "beginnt nicht mit https://",
  address_inside_network: "gehört zu einem internen Netz",
  input_unknown: "Diesen Eingang gibt es nicht, oder der Schlüssel ist falsch.",
  promotion_configured:
    "Die Konfiguration des Servers nennt das Gewinnspielsystem. Ändern Sie es dort.",
  no_promotion_system: "Es ist kein Gewinnspielsystem eingerichtet.",
  secret_needed: "Geben Sie das Geheimnis ein.",
  analytics_service_silent: "Der Auswertungsdienst antwortet nicht.",
  no_telephone_here: "Dieser Server hat kein Vorführtelefon.",
  telephone_number_unknown: "Das Vorführtelefon hat diese Nummer nicht.",
  is_no_telephone_number_here: "ist keine Nummer des Vorführtelefons",
  voice_token_foreign: "Ein Sprachtoken bekommen Sie nur für Ihre eigene Kennung.",
};
