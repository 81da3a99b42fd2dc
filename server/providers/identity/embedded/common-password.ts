import { firstWords, wholePasswords } from './common-words.ts';

const words = new Set(firstWords.trim().split(/\s+/));
const whole = new Set(wholePasswords.trim().split(/\s+/));

/** Keys beside each other, and counting: whatever runs along these is typed without a thought. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
];

/**
 * Whether a password is among those that are guessed first: the well-known ones, a common word with digits or signs
 * around it or with letters replaced by look-alikes, one sign or a short group repeated, a run of keys, or the person's
 * own name or address.
 */
export function isCommonPassword(password: string, personal: readonly string[] = []): boolean {
  const plain = password.toLowerCase();
  if (whole.has(plain) || isRepeated(plain) || isRun(plain)) return true;
  const own = new Set(personal.flatMap(partsOf));
  const spellings = [plain, withLettersBack(plain)].flatMap((spelling) => [
    spelling,
    core(spelling),
  ]);
  return spellings.some((spelling) => isWord(spelling, own));
}

/** One word of the list, a word twice, or two words of it in a row. */
function isWord(spelling: string, own: ReadonlySet<string>): boolean {
  const known = (part: string) => words.has(part) || own.has(part);
  if (known(spelling)) return true;
  for (let cut = 3; cut <= spelling.length - 3; cut += 1) {
    if (known(spelling.slice(0, cut)) && known(core(spelling.slice(cut)))) return true;
  }
  return false;
}

/** What is left without digits and signs at both ends. */
function core(text: string): string {
  return text.replace(/^[^a-z]+|[^a-z]+$/g, '');
}

const lookAlikes: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', $: 's', '!': 'i' },
};

/** Digits inside a word stand for letters; those behind it are only appended. */
function withLettersBack(text: string): string {
  const tail = /[^a-z]*$/.exec(text)?.[0] ?? '';
  const head = text.slice(0, text.length - tail.length);
  return head.replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign) + tail;
}

function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/.test(text) || new Set(text).size <= 2;
}

function isRun(text: string): boolean {
  const letters = text.replace(/[^a-z0-9]/g, '');
  const backwards = [...letters].reverse().join('');
  return runs.some((run) => isAlong(letters, run) || isAlong(backwards, run));
}

/** Along a run from anywhere, the whole text, or all but a few signs at the end. */
function isAlong(text: string, run: string): boolean {
  return (
    text.length >= 6 &&
    [0, 1, 2].some(
      (less) => run.includes(text.slice(0, text.length - less)) && text.length - less >= 6,
    )
  );
}

/** The words of a name or an address that are long enough to mean somebody. */
function partsOf(text: string): string[] {
  const address = text.toLowerCase();
  return [address, ...address.split(/[^a-z]+/)].filter((part) => part.length >= 4);
}
