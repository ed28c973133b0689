import { adminSentencesDe } from "./admin-sentences.de.ts";
import type { ServerSentences } from "./server-sentences.ts";

export const serverSentencesDe: ServerSentences = [
  ["Private", "Unterdrückt"],
  ["The caller has hung up.", "Der Anrufer hat aufgelegt."],
  ["The call is over already.", "Das Gespräch ist schon beendet."],
  ["{name} has this call.", "{name} hat diesen Anruf."],
  ["Your role {role} may not do this.", "Das darf Ihre Rolle nicht."],
  ["Your role {role} may not dial.", "Ihre Rolle darf nicht anrufen."],
  [
    "Your role {role} may not end a call on air.",
    "Ihre Rolle darf einen Anruf auf Sendung nicht beenden.",
  ],
  [
    "Your role {role} may not put a call to air.",
    "Ihre Rolle darf keinen Anruf auf Sendung bringen.",
  ],
  ["You are no member of this station.", "Sie gehören nicht zu diesem Sender."],
  [
    "Only who sees callers' numbers whole says who sees them.",
    "Nur wer Rufnummern ungekürzt sieht, bestimmt, wer sie sieht.",
  ],
  [
    "Only who sees callers' numbers whole sends them whole, and says where to.",
    "Nur wer Rufnummern ungekürzt sieht, sendet sie ungekürzt und bestimmt, wohin.",
  ],
  [
    "The station has tried enough for now. Wait a while.",
    "Der Sender hat vorerst genug versucht. Warten Sie etwas.",
  ],
  [
    "{name} is not ready for air: {missing}.",
    "{name} ist nicht bereit für die Sendung: {missing}.",
  ],
  ["the radio is not said to be off", "ob das Radio aus ist, ist nicht gefragt"],
  ["has not agreed to go to air", "mit der Sendung nicht einverstanden"],
  ["no point is noted", "kein Anliegen notiert"],
  ["This call is being ended.", "Dieser Anruf wird gerade beendet."],
  ["This call is locked: unlock it first.", "Dieser Anruf ist gesichert: entsichern Sie ihn erst."],
  ["The number still rings.", "Die Nummer wird noch angerufen."],
  [
    "Swap needs a call on each of your two lines.",
    "Zum Tauschen brauchen beide Leitungen einen Anruf.",
  ],
  ["This call is waiting.", "Dieser Anruf wartet."],
  [
    "This call is waiting: accept it or reject it.",
    "Dieser Anruf wartet: nehmen Sie ihn an, oder lehnen Sie ihn ab.",
  ],
  [
    "This call is waiting: everybody can take it.",
    "Dieser Anruf wartet: alle können ihn annehmen.",
  ],
  [
    "This call is waiting: nobody talks with the caller.",
    "Dieser Anruf wartet: niemand spricht mit dem Anrufer.",
  ],
  [
    "This call is on hold: resume it or take it over.",
    "Dieser Anruf wird gehalten: setzen Sie ihn fort, oder übernehmen Sie ihn.",
  ],
  ["This call is on that line already.", "Dieser Anruf liegt schon auf dieser Leitung."],
  ["You are talking with this caller.", "Sie sprechen gerade mit diesem Anrufer."],
  [
    "Nobody attends this call: take it over first.",
    "Niemand betreut diesen Anruf: übernehmen Sie ihn erst.",
  ],
  ["{name} has no console open.", "{name} hat keine Konsole offen."],
  ["This caller is in a conference.", "Dieser Anrufer ist in einer Konferenz."],
  ["This caller is not in the conference.", "Dieser Anrufer ist nicht in der Konferenz."],
  ["Somebody has changed this caller meanwhile.", "Jemand hat diesen Anrufer inzwischen geändert."],
  ["This caller is to be rung back.", "Für diesen Anrufer ist ein Rückruf vorgemerkt."],
  [
    "This caller was not taken aside from this conference.",
    "Dieser Anrufer kam nicht aus dieser Konferenz.",
  ],
  ["You are in this conference.", "Sie sind in dieser Konferenz."],
  ["You are not in this conference.", "Sie sind nicht in dieser Konferenz."],
  ["Nobody is in this conference now.", "In dieser Konferenz ist jetzt niemand."],
  ["There is no such conference.", "Diese Konferenz gibt es nicht mehr."],
  ["A conference has room for {most} people.", "In eine Konferenz passen {most} Personen."],
  [
    "Talk with a caller first, to start a conference.",
    "Sprechen Sie erst mit einem Anrufer, um eine Konferenz zu beginnen.",
  ],
  ["Another call has taken this line.", "Ein anderer Anruf hat diese Leitung belegt."],
  [
    "A private talk needs your other line, and nobody on it.",
    "Ein Zwiegespräch braucht Ihre andere Leitung, und die muss frei sein.",
  ],
  [
    "Only who is on hold in the conference is talked with privately.",
    "Ein Zwiegespräch geht nur mit jemandem, der in der Konferenz gehalten wird.",
  ],
  [
    "Line {number} feeds the air: no talk on it is private.",
    "Leitung {number} geht auf Sendung: dort gibt es kein Zwiegespräch.",
  ],
  [
    "The number is withheld: nobody can be called back.",
    "Die Nummer ist unterdrückt: ein Rückruf ist nicht möglich.",
  ],
  ["The number of this caller is withheld.", "Die Nummer dieses Anrufers ist unterdrückt."],
  [
    "Only a caller who waits can be called back later.",
    "Später zurückgerufen wird nur, wer wartet.",
  ],
  [
    "Only a waiting or ready call can be the next one.",
    "Als Nächster geht nur ein wartender oder bestätigter Anruf.",
  ],
  [
    "Only a dialled call that is answered has a time limit.",
    "Eine Höchstdauer hat nur ein gewählter Anruf, der angenommen ist.",
  ],
  ["There is nothing to undo.", "Es gibt nichts rückgängig zu machen."],
  ["Nobody is waiting.", "Niemand wartet."],
  [
    "This station has no number of its own to dial from.",
    "Dieser Sender hat keine eigene Nummer zum Anrufen.",
  ],
  ["This is no telephone number.", "Das ist keine Telefonnummer."],
  [
    "The line has another number by now. Look at it again.",
    "Die Leitung hat inzwischen eine andere Nummer. Sehen Sie noch einmal nach.",
  ],
  [
    "This is no telephone number. Type it with its area code.",
    "Das ist keine Telefonnummer. Tippen Sie sie mit Vorwahl.",
  ],
  [
    "Emergency numbers are not dialled from here. Use a telephone.",
    "Notrufnummern werden von hier nicht gewählt. Nehmen Sie ein Telefon.",
  ],
  [
    "Numbers of this country are not dialled from this station.",
    "Nummern dieses Landes werden von diesem Sender nicht gewählt.",
  ],
  [
    "Premium and satellite numbers are not dialled from this station.",
    "Sonder- und Satellitennummern werden von diesem Sender nicht gewählt.",
  ],
  [
    "You have dialled {count} calls in a minute. Wait a moment.",
    "Sie haben {count} Anrufe in einer Minute gewählt. Warten Sie einen Moment.",
  ],
  [
    "The station has dialled {count} calls in a minute. Wait a moment.",
    "Der Sender hat {count} Anrufe in einer Minute gewählt. Warten Sie einen Moment.",
  ],
  [
    "You have {count} dialled calls at once. End one first.",
    "Sie haben {count} gewählte Anrufe zugleich. Beenden Sie erst einen.",
  ],
  [
    "The station has {count} dialled calls at once. End one first.",
    "Der Sender hat {count} gewählte Anrufe zugleich. Beenden Sie erst einen.",
  ],
  [
    "You have used the {count} minutes that may be dialled today.",
    "Sie haben die {count} Minuten verbraucht, die heute gewählt werden dürfen.",
  ],
  [
    "The station has used the {count} minutes that may be dialled today.",
    "Der Sender hat die {count} Minuten verbraucht, die heute gewählt werden dürfen.",
  ],
  ["The telephone exchange does not answer.", "Die Telefonanlage antwortet nicht."],
  ["The telephone exchange did not do this.", "Die Telefonanlage hat das nicht getan."],
  ["The telephone exchange is not ready yet.", "Die Telefonanlage ist noch nicht bereit."],
  [
    "The database is away. Try again in a moment.",
    "Die Datenbank ist weg. Versuchen Sie es gleich noch einmal.",
  ],
  [
    "The disk is full: nothing can be written down.",
    "Der Datenträger ist voll: nichts kann gespeichert werden.",
  ],
  [
    "What feeds the air was changed just now: try again.",
    "Was auf Sendung geht, wurde eben geändert: versuchen Sie es noch einmal.",
  ],
  [
    "Somebody has a call on this line: change it afterwards.",
    "Jemand hat auf dieser Leitung einen Anruf: ändern Sie es danach.",
  ],
  [
    "The network has said the number of this call.",
    "Das Netz hat die Nummer dieses Anrufs genannt.",
  ],
  ["{name} changed this contact meanwhile.", "{name} hat diesen Kontakt inzwischen geändert."],
  [
    "A masked number stands in the station's phone book, not in one's own.",
    "Eine verdeckte Nummer steht im Telefonbuch des Senders, nicht im eigenen.",
  ],
  [
    "Who sees callers' numbers masked imports no file.",
    "Wer die Nummern der Anrufer verdeckt sieht, importiert keine Datei.",
  ],
  [
    "This number is of another station: load the page again.",
    "Diese Nummer gehört zu einem anderen Sender: Laden Sie die Seite neu.",
  ],
  [
    "{count} numbers were shown to you within an hour. Wait a while.",
    "{count} Nummern wurden Ihnen innerhalb einer Stunde gezeigt. Warten Sie etwas.",
  ],
  ["{number} is in the phone book already.", "{number} steht schon im Telefonbuch."],
  [
    "{number} is in the phone book already: {name}.",
    "{number} steht schon im Telefonbuch: {name}.",
  ],
  [
    "This contact can no longer be brought back.",
    "Dieser Kontakt kann nicht mehr zurückgeholt werden.",
  ],
  [
    "This number is not in the phone book any more.",
    "Diese Nummer steht nicht mehr im Telefonbuch.",
  ],
  [
    "{name} has started a contest: end it first.",
    "{name} hat ein Gewinnspiel gestartet: beenden Sie es erst.",
  ],
  ["This contest has ended meanwhile.", "Dieses Gewinnspiel ist inzwischen beendet."],
  ["on air", "auf Sendung"],
  ["with an operator", "gerade betreut"],
  ["locked", "gesichert"],
  ["held", "gehalten"],
  ["priority line", "Vorrangleitung"],
  ["gone", "schon weg"],
  ["has no name", "hat keinen Namen"],
  ["has no number", "hat keine Nummer"],
  ['"{number}" is no telephone number', "„{number}“ ist keine Telefonnummer"],
  ["the name is longer than {most} characters", "der Name ist länger als {most} Zeichen"],
  ["the note is longer than {most} characters", "die Notiz ist länger als {most} Zeichen"],
  [
    "has more than {most} tags, or one longer than {length} characters",
    "hat mehr als {most} Stichworte oder eines mit mehr als {length} Zeichen",
  ],
  ["has a quote that does not close", "hat ein Anführungszeichen, das nicht endet"],
  [
    "has a quote that does not close; there are too many of them, and nothing behind it was read",
    "hat ein Anführungszeichen, das nicht endet; es sind zu viele, alles danach wurde nicht gelesen",
  ],
  ["is no vCard that can be read", "ist keine lesbare vCard"],
  ["pinned", "vorn gehalten"],
  [
    "You send too many messages. Wait a moment.",
    "Sie senden zu viele Nachrichten. Warten Sie einen Moment.",
  ],
  ["A trunk has this name already.", "Einen Trunk dieses Namens gibt es schon."],
  ["Somebody has changed this trunk meanwhile.", "Diesen Trunk hat inzwischen jemand geändert."],
  ["The exchange does not answer.", "Die Telefonanlage antwortet nicht."],
  ["The account refuses this.", "Das Konto lehnt das ab."],
  [
    "The account or the phone lines have changed. Look again.",
    "Das Konto oder die Telefonleitungen haben sich geändert. Sehen Sie es erneut an.",
  ],
  [
    "Somebody calls now. Try again when no call is under way.",
    "Gerade ruft jemand an. Versuchen Sie es wieder, wenn kein Anruf läuft.",
  ],
  [
    "Set PUBLIC_URL first: by it an account reaches this station.",
    "Setzen Sie erst PUBLIC_URL: So erreicht ein Konto diesen Sender.",
  ],
  [
    "The account is set where Linedesk is started.",
    "Das Konto wird beim Start von Linedesk gesetzt.",
  ],
  ["This station records no calls.", "Dieser Sender zeichnet keine Anrufe auf."],
  ["A rehearsal is not recorded.", "Eine Probe wird nicht aufgezeichnet."],
  ["This call is recorded already.", "Dieser Anruf wird schon aufgezeichnet."],
  ["This call is not recorded.", "Dieser Anruf wird nicht aufgezeichnet."],
  [
    "In a conference are others who were not asked.",
    "In einer Konferenz sind andere, die nicht gefragt wurden.",
  ],
  [
    "Only a caller on a line is recorded.",
    "Aufgezeichnet wird nur, wer mit jemandem auf einer Leitung spricht.",
  ],
  [
    "This recording still runs. Stop it first.",
    "Diese Aufzeichnung läuft noch. Beenden Sie sie erst.",
  ],
  ["There is no such recording.", "Diese Aufzeichnung gibt es nicht."],
  [
    "Callers must be told before they are recorded.",
    "Anrufer müssen vor der Aufzeichnung davon hören.",
  ],
  ["is needed, or a sound", "wird gebraucht, oder ein Ton"],
  [
    "{by} changed this meanwhile: it is “{value}” now.",
    "{by} hat das inzwischen geändert: jetzt steht da „{value}“.",
  ],
  [
    "{by} changed this meanwhile: it is empty now.",
    "{by} hat das inzwischen geändert: jetzt steht da nichts.",
  ],
  [
    "{by} changed this meanwhile: it is not set now.",
    "{by} hat das inzwischen geändert: es ist jetzt nicht gesetzt.",
  ],
  [
    "{by} changed this meanwhile: it is set now.",
    "{by} hat das inzwischen geändert: es ist jetzt gesetzt.",
  ],
  [
    "{by} changed this meanwhile: it holds for another time now.",
    "{by} hat das inzwischen geändert: es gilt jetzt anders lang.",
  ],
  [
    "The promotion system is set where Linedesk is started.",
    "Das Gewinnspielsystem wird beim Start von Linedesk gesetzt.",
  ],
  ["No promotion system is set here.", "Hier ist kein Gewinnspielsystem eingerichtet."],
  ["The secret is needed.", "Das Geheimnis wird gebraucht."],
  ["is needed", "wird gebraucht"],
  [
    "Nobody disables themselves: another owner does it.",
    "Niemand sperrt sich selbst: Das tut ein anderer Eigentümer.",
  ],
  [
    "The configuration names this person the owner.",
    "Die Konfiguration nennt diese Person als Eigentümer.",
  ],
  [
    "This person works at a station that you do not own: take the role here instead.",
    "Diese Person arbeitet auch bei einem Sender, der Ihnen nicht gehört: Nehmen Sie ihr hier die Rolle.",
  ],
  ...adminSentencesDe,
];
