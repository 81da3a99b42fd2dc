import { commonPasswords, commonWords } from './common-words.ts';

const words = new Set(commonWords.trim().split(/\s+/));
const wellKnown = new Set(commonPasswords.trim().split(/\s+/));

/** Sequences of adjacent keys, letters and digits. */
const sequences = [
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
 * Whether a password is among those that are guessed first: a well-known one, a common word with digits or symbols around
 * it or with letters replaced by look-alikes, a repeated character or short group, a sequence of keys, or the person's
 * own name or email. Not done by `@zxcvbn-ts/core`: at the score that spares good passwords it lets through seven in a
 * hundred of these, and it adds a quarter of a second and 20 MB to the start.
 * @param personal the person's name and email
 */
export function isCommonPassword(password: string, personal: readonly string[] = []): boolean {
  const plain = password.toLowerCase();
  if (wellKnown.has(plain) || isRepeated(plain) || isSequence(plain)) return true;
  const own = new Set(personal.flatMap(toPersonalWords));
  const spellings = [plain, replaceLookAlikes(plain)].flatMap((spelling) => [
    spelling,
    trimToLetters(spelling),
  ]);
  return spellings.some((spelling) => isWord(spelling, own));
}

/** A word of the list, or two of them in a row. */
function isWord(spelling: string, own: ReadonlySet<string>): boolean {
  const known = (part: string) => words.has(part) || own.has(part);
  if (known(spelling)) return true;
  for (let cut = 3; cut <= spelling.length - 3; cut += 1) {
    if (known(spelling.slice(0, cut)) && known(trimToLetters(spelling.slice(cut)))) return true;
  }
  return false;
}

/** Strips digits and symbols from both ends. */
function trimToLetters(text: string): string {
  return text.slice(Math.max(0, text.search(/[a-z]/)), lastLetter(text) + 1);
}

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Replaces look-alikes inside a word by letters; digits at the end are kept, because they are usually appended. */
function replaceLookAlikes(text: string): string {
  const end = lastLetter(text) + 1;
  const head = text.slice(0, end).replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign);
  return head + text.slice(end);
}

/** @returns -1 when there is none */
const lastLetter = (text: string) => [...text.matchAll(/[a-z]/g)].at(-1)?.index ?? -1;

function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/.test(text) || new Set(text).size <= 2;
}

function isSequence(text: string): boolean {
  const letters = text.replace(/[^a-z0-9]/g, '');
  const backwards = [...letters].reverse().join('');
  return sequences.some((sequence) => isWithin(letters, sequence) || isWithin(backwards, sequence));
}

/** Whether the sequence contains the text, or all of it but one or two characters at the end. */
function isWithin(text: string, sequence: string): boolean {
  return (
    text.length >= 6 &&
    [0, 1, 2].some(
      (less) => sequence.includes(text.slice(0, text.length - less)) && text.length - less >= 6,
    )
  );
}

/** The words of a name or an email that are at least four letters long. */
function toPersonalWords(text: string): string[] {
  const address = text.toLowerCase();
  return [address, ...address.split(/[^a-z]+/)].filter((part) => part.length >= 4);
}
