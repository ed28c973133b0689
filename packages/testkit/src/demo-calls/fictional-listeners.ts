/** A person who rings the station. The numbers are from ACMA's ranges for fiction. */
export interface FictionalListener {
  name: string;
  number: string;
  town: string;
  /** The reason for the call. It is spoken if the machine has a synthesiser. */
  says: string;
}

const mobiles = ["006", "156", "157", "158", "159", "110", "313", "737"];

const givenNames = [
  "Amara",
  "Bruce",
  "Chloe",
  "Dinesh",
  "Eleni",
  "Frank",
  "Grace",
  "Hamish",
  "Isla",
  "Jarrah",
  "Kirra",
  "Liam",
  "Mei",
  "Nikau",
  "Olive",
  "Priya",
  "Quentin",
  "Rosa",
  "Sione",
  "Tahlia",
];

const familyNames = [
  "Nguyen",
  "Walker",
  "Papadopoulos",
  "Singh",
  "O'Brien",
  "Kelly",
  "Chen",
  "Rossi",
  "Murray",
  "Taylor",
  "Haddad",
];

const towns = ["Dubbo", "Orange", "Bathurst", "Wagga", "Newcastle", "Penrith", "Albury"];

const topics = [
  "I heard the song before the news and I want to know its name.",
  "They have closed the bridge again and nobody told the school bus.",
  "I am calling about the tickets. My daughter would love to go.",
  "I do not agree with your guest at all, and I will tell you why.",
  "It has rained here for three days and the river is over the road.",
  "I have a story about my grandfather and the old railway station.",
];

/**
 * Returns the listener with an index from 0. Each has a different number. Names repeat after 220
 * listeners.
 */
export function fictionalListener(index: number): FictionalListener {
  const given = givenNames[index % givenNames.length] ?? "";
  const turn = Math.floor(index / givenNames.length);
  const family = familyNames[(index + turn) % familyNames.length] ?? "";
  const town = towns[(index * 3) % towns.length] ?? "";
  const topic = topics[index % topics.length] ?? "";
  const says = `Hello, this is ${given} from ${town}. ${topic} Are you still there? `;
  return { name: `${given} ${family}`, number: numberOf(index), town, says };
}

/** Returns the eight mobile numbers first, then landlines of both ranges in turn. */
function numberOf(index: number): string {
  const mobile = mobiles[index];
  if (mobile !== undefined) {
    return `0491570${mobile}`;
  }
  const landline = String(5000 + index).padStart(4, "0");
  return index % 2 === 0 ? `025550${landline}` : `027010${landline}`;
}

/** Formats a number in the Australian form: `0491 570 006`, `02 5550 0101`. */
export function writeNumber(number: string): string {
  const national = number.replace(/^\+61/, "0");
  if (/^04\d{8}$/.test(national)) {
    return national.replace(/(\d{4})(\d{3})(\d{3})/, "$1 $2 $3");
  }
  return national.replace(/^(0\d)(\d{4})(\d{4})$/, "$1 $2 $3");
}
