/** A person who calls the station. The numbers are from ACMA's ranges for fiction. */
export interface FictionalListener {
  name: string;
  number: string;
  town: string;
  /** The reason for the call. It is spoken if the machine has a synthesiser. */
  says: string;
}

/** The callers of the demonstration data, whom the desk knows by number. */
const known = [
  { mobile: "006", name: "Kim Ng", town: "Marrickville" },
  { mobile: "156", name: "Priya Nair", town: "Parramatta" },
  { mobile: "157", name: "Tom Walsh", town: "Dubbo" },
  { mobile: "158", name: "Mia Rossi", town: "Leichhardt" },
  { mobile: "159", name: "Jack O'Brien", town: "Newcastle" },
  { mobile: "110", name: "Aisha Khan", town: "Lakemba" },
  { mobile: "313", name: "Lucas Meyer", town: "Katoomba" },
  { mobile: "737", name: "Ruby Chen", town: "Hurstville" },
];

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
 * Returns the listener with an index from 0: the known callers first. Each has a different number.
 * Names repeat after 220 listeners.
 */
export function fictionalListener(index: number): FictionalListener {
  const caller = known[index];
  const { name, town } = caller ?? { name: nameOf(index), town: townOf(index) };
  const [given] = name.split(" ");
  const topic = topics[index % topics.length] ?? "";
  const says = `Hello, this is ${given} from ${town}. ${topic} Are you still there? `;
  const number = caller === undefined ? landlineOf(index) : `0491570${caller.mobile}`;
  return { name, number, town, says };
}

function nameOf(index: number): string {
  const turn = Math.floor(index / givenNames.length);
  const family = familyNames[(index + turn) % familyNames.length] ?? "";
  return `${givenNames[index % givenNames.length] ?? ""} ${family}`;
}

function townOf(index: number): string {
  return towns[(index * 3) % towns.length] ?? "";
}

/** Returns landlines of both ranges in turn. */
function landlineOf(index: number): string {
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
