const LOGIN_REFUSED = "Die Anmeldung des Telefons wurde abgelehnt. Sagen Sie es der Administration";
const NETWORK_LOST = "Telefonnetz verloren. Es wird neu verbunden...";
const REQUEST_REFUSED = "Das Telefonnetz hat eine Anfrage abgelehnt. Laden Sie die Seite neu";
const SOUND_FAILED =
  "Die Tonverbindung ist gestört. Vielleicht sperrt Ihr Netz Anrufe. Machen Sie den Tontest";
const LOGIN_RENEWED = "Die Anmeldung des Telefons ist abgelaufen. Sie wird erneuert";

export const failureMessagesDe = {
  noResponse: "Der Audioserver hat nicht in 10 s geantwortet.",
  noChannel: "Der Audioserver ist noch nicht verbunden.",
  activeCall: "Sie sprechen schon auf Leitung {line}. Erst halten?",
  lineNotReady:
    "Leitung {line} ist noch nicht verbunden. Versuchen Sie es erneut oder nehmen Sie die andere Leitung",
  callLost: "Der Anruf ist verloren",
  edgeInCall: "Das lässt sich nach dem Anruf ändern",
  network: "Der Server ist nicht erreichbar",
  timeout: "Der Server hat 10 s lang nicht geantwortet. Versuchen Sie es erneut",
  malformed: "Server und Seite passen nicht zusammen. Laden Sie die Seite neu",
  status: "Der Server antwortete mit {status}",
  phone: "Das Telefon im Browser ist gestört",
  signIn: "Bitte melden Sie sich erneut an. Sie kommen danach hierher zurück",
  voice: {
    accessTokenInvalid: LOGIN_REFUSED,
    accessTokenExpired: LOGIN_RENEWED,
    authenticationFailed: LOGIN_REFUSED,
    unknown: NETWORK_LOST,
    applicationNotFound:
      "Das Telefonnetz kennt diesen Sender nicht. Sagen Sie es der Administration",
    connectionDeclined: "Das Telefonnetz hat den Anruf abgewiesen. Versuchen Sie es erneut",
    connectionTimeout: "Das Telefonnetz hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut",
    connection: NETWORK_LOST,
    callCancelled: "Der Anruf wurde abgebrochen",
    transport: NETWORK_LOST,
    malformedRequest: REQUEST_REFUSED,
    missingParameterArray: REQUEST_REFUSED,
    authorizationTokenMissing: "Die Anmeldung des Telefons fehlt. Melden Sie sich erneut an",
    maxParameterLengthExceeded:
      "Die Daten des Anrufs sind zu lang. Sagen Sie es der Administration",
    invalidBridgeToken: "Dieser Anruf kann hier nicht mehr angenommen werden",
    invalidClientName:
      "Das Telefonnetz nimmt Ihren Namen nicht an. Sagen Sie es der Administration",
    reconnectParameterInvalid: "Der Anruf konnte nicht fortgesetzt werden",
    authorization: "Ihr Telefon darf diesen Anruf nicht führen. Sagen Sie es der Administration",
    signatureValidationFailed: LOGIN_REFUSED,
    noValidAccount: "Das Telefonkonto ist nicht bekannt. Sagen Sie es der Administration",
    invalidJwt: LOGIN_REFUSED,
    jwtExpired: LOGIN_RENEWED,
    rateExceeded: "Zu viele Versuche. Warten Sie eine Minute",
    jwtExpirationTooLong:
      "Die Anmeldung des Telefons ist zu lange gültig. Sagen Sie es der Administration",
    reconnectAttempt:
      "Der Anruf konnte nicht fortgesetzt werden. Er ist auf einer anderen Leitung oder beendet",
    callMessageEventTypeInvalid: "Eine Nachricht des Anrufs wurde nicht verstanden",
    payloadSizeExceeded: "Eine Nachricht des Anrufs war zu groß",
    badRequest: REQUEST_REFUSED,
    permissionDenied: "Der Browser sperrt das Mikrofon. Zeigen, wie es geht",
    acquisitionFailed: "Das Mikrofon ließ sich nicht öffnen. Wählen Sie ein anderes Gerät",
    notFound: "Nummer nicht vergeben",
    temporarilyUnavailable: "Nicht erreichbar",
    busyHere: "Besetzt",
    decline: "Abgewiesen",
    signallingConnection: NETWORK_LOST,
    signallingDisconnected: NETWORK_LOST,
    localDescriptionFailed: "Der Browser konnte den Ton nicht vorbereiten. Laden Sie die Seite neu",
    remoteDescriptionFailed:
      "Der Browser konnte den Ton der Gegenseite nicht lesen. Laden Sie die Seite neu",
    mediaConnection: SOUND_FAILED,
  },
};
